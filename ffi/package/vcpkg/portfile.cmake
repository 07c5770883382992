# An overlay port, for a checkout: vcpkg install shiptrack --overlay-ports=ffi/package/vcpkg
# Needs Rust 1.92 or newer, as ffi/install does.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(options "")
if(NOT "service" IN_LIST FEATURES)
  list(APPEND options --client)
endif()

vcpkg_execute_required_process(
  COMMAND "${SOURCE_PATH}/ffi/install" "--prefix=${CURRENT_PACKAGES_DIR}" ${options}
  WORKING_DIRECTORY "${SOURCE_PATH}"
  LOGNAME install-${TARGET_TRIPLET})
# There is only one build type, and the CMake package uses relative paths.
set(VCPKG_POLICY_MISMATCHED_NUMBER_OF_BINARIES enabled)
set(VCPKG_POLICY_SKIP_LIB_CMAKE_MERGE_CHECK enabled)

if(VCPKG_LIBRARY_LINKAGE STREQUAL "static")
  file(GLOB shared "${CURRENT_PACKAGES_DIR}/lib/libshiptrack.so*")
  file(REMOVE ${shared})
  # It loads the shared library.
  file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/libexec")
else()
  file(REMOVE "${CURRENT_PACKAGES_DIR}/lib/libshiptrack.a")
endif()
vcpkg_fixup_pkgconfig()
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST
  "${SOURCE_PATH}/LICENSE-MIT" "${SOURCE_PATH}/LICENSE-APACHE"
  "${CURRENT_PACKAGES_DIR}/share/licenses/shiptrack/THIRD-PARTY.txt")
