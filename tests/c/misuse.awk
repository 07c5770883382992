# Generates a C program from shiptrack.h that calls every function with invalid arguments.
#
#   awk -f misuse.awk include/shiptrack.h > misuse.c
#
# Rounds: 0 NULL and zero everywhere; 1 objects of another type, text that is not UTF-8, impossible lengths; 2 the same
# with the right objects; 3 the right objects, empty texts, no bytes; 4 the right objects and texts, and NULL for outputs.
#
# With `-v random=1`, a program that calls them in random order, with random arguments of all these kinds and more, a given
# number of times: `misuse_random CALLS SEED`.

function kind(parameter) {
  if (parameter ~ /shiptrack_error \*\*error$/) return "error"
  if (parameter ~ /const char \*const \*/) return "texts"
  if (parameter ~ /shiptrack_resource \*\*events$/) return "objects"
  if (parameter ~ /\*\*/) return "out"
  if (parameter ~ /const char \*/) return "text"
  if (parameter ~ /const uint8_t \*/) return "bytes"
  if (parameter ~ /shiptrack_(time|attempt|pause|text) \*/) return "scalar"
  if (parameter ~ /struct shiptrack_[a-z_]+ \*/) return "object"
  if (parameter ~ /void \*/ || parameter ~ /_fn /) return "null"
  if (parameter ~ /\*/) return "scalar"
  if (parameter ~ /size_t|uint64_t/) return "size"
  if (parameter ~ /double/) return "double"
  return "number"
}

function object_of(parameter) {
  match(parameter, /shiptrack_[a-z_]+/)
  return substr(parameter, RSTART + 10, RLENGTH - 10)
}

# An argument that is chosen when the program runs.
function drawn(parameter,    k, o) {
  k = kind(parameter)
  if (k == "error") return "draw(8) ? &error : NULL"
  if (k == "null") return "NULL"
  if (k == "out") return "draw(8) ? (void *)&sink : NULL"
  # Inputs must not be in the memory of outputs, because the padding of a structure has no value.
  if (parameter ~ /const int64_t \*/) return "draw(8) ? NUMBERS : NULL"
  if (k == "scalar") return "draw(8) ? (void *)scalars : NULL"
  if (k == "text") return "draw_text()"
  if (k == "texts") return "draw(4) ? TEXTS : NULL"
  if (k == "objects") return "draw(4) ? resources() : NULL"
  if (k == "bytes") return "draw_bytes()"
  if (k == "size") return "(size_t)draw_size()"
  if (k == "number") return "(" (parameter ~ /int64_t/ ? "int64_t" : parameter ~ /uint32_t/ ? "uint32_t" : "int32_t") ")draw_number()"
  if (k == "double") return "(double)draw_number() / 4"
  o = object_of(parameter)
  if (o ~ /^(look_up|answer|attachment|extraction|credential_request)$/) return "(void *)(draw(2) ? live_clock : NULL)"
  return "(void *)(draw(8) ? (void *)live_" o " : draw_object())"
}

function argument(round, parameter,    k, o) {
  if (random) return drawn(parameter)
  k = kind(parameter)
  if (k == "error") return round == 4 ? "NULL" : "&error"
  if (round == 0) return k == "number" || k == "size" || k == "double" ? "0" : "NULL"
  if (k == "null") return "NULL"
  if (k == "out") return round == 4 ? "NULL" : "(void *)&sink"
  if (k == "scalar") return round == 4 ? "NULL" : "(void *)scalars"
  if (k == "text") return round < 3 ? "BAD" : round == 3 ? "\"\"" : "\"x\""
  if (k == "texts") return round < 3 ? "BADS" : "NULL"
  if (k == "objects") return round < 3 ? "resources()" : "NULL"
  if (k == "bytes") return "BYTE"
  if (k == "size") return round < 3 ? "SIZE_MAX" : "0"
  if (k == "number") return round < 3 ? (parameter ~ /int64_t/ ? "INT64_MAX" : parameter ~ /uint32_t/ ? "UINT32_MAX" : "INT32_MAX") : "0"
  if (k == "double") return round < 3 ? "-1.0" : "0.0"
  o = object_of(parameter)
  return "(void *)" (round == 1 ? (o == "cancel" ? "live_clock" : "live_cancel") : (o ~ /^(look_up|answer|attachment|extraction|credential_request)$/ ? "NULL" : "live_" o))
}

BEGIN { RS = ";" }

{
  gsub(/\/\*\*([^*]|\*[^\/])*\*\//, "")
  gsub(/[ \n\t]+/, " ")
}

match($0, /(void|int32_t|int64_t|uint32_t|uint64_t|size_t|struct shiptrack_text|const struct shiptrack_resource \*|const char \*) ?shiptrack_[a-z0-9_]+\(.*\)$/) && !/typedef/ {
  text = substr($0, RSTART)
  open = index(text, "(")
  head = substr(text, 1, open - 1)
  name = head
  sub(/.*[ *]/, "", name)
  returns = substr(head, 1, length(head) - length(name))
  parameters = substr(text, open + 1, length(text) - open - 1)
  count = split(parameters, list, / ?, ?/)
  if (parameters == "void" || name == "shiptrack_test_panic") next
  functions++
  has_error = parameters ~ /shiptrack_error \*\*error$/
  ends = name ~ /_(free|close|stop|now)$/ && name !~ /clock_now|look_up_now/
  # These wait, listen, write files, or send requests.
  if (random && (ends || name ~ /_wait|server_start|service_open$|access_check$/)) next
  for (round = 0; round <= 4; round++) {
    if (round >= 2 && ends) continue
    arguments = ""
    refusable = 0
    out = ""
    for (i = 1; i <= count; i++) {
      arguments = arguments (i > 1 ? ", " : "") argument(round, list[i])
      k = kind(list[i])
      if (k == "object" || k == "text") refusable = refusable || round <= 1
      if (k == "out") refusable = refusable || round == 0
      if (k == "text" || k == "texts" || k == "objects" || k == "bytes") refusable = refusable || round == 2
      if (k == "out") out = object_of(list[i])
    }
    call = name "(" arguments ")"
    if (random) {
      frees = out == "" || parameters ~ /const struct shiptrack_resource \*\*/ ? "" : "shiptrack_" out "_free(sink);"
      if (returns ~ /int32_t/ && has_error)
        body = body sprintf("    case %d:\n      begin(\"%s\", 9);\n      status = %s;\n      settle(status);\n      if (status == SHIPTRACK_OK && sink != CANARY) { %s }\n      break;\n", functions - 1, name, call, frees)
      else
        body = body sprintf("    case %d: (void)%s; break;\n", functions - 1, call)
      break
    }
    if (has_error && returns ~ /int32_t/) {
      free_it = out == "" || parameters ~ /const struct shiptrack_resource \*\*/ ? "" : "shiptrack_" out "_free(sink);"
      body = body sprintf("  begin(\"%s\", %d);\n  status = %s;\n  end(status, %d);\n", name, round, call, refusable)
      if (free_it != "") body = body sprintf("  if (status == SHIPTRACK_OK && sink != CANARY) %s\n", free_it)
    } else {
      body = body sprintf("  begin(\"%s\", %d);\n  (void)%s;\n", name, round, call)
    }
  }
}

END {
  print "/* Generated by misuse.awk. */"
  if (random) {
    print "#define RANDOM\n#include \"misuse.h\"\nstatic void one_call(void) {\n  int32_t status;"
    printf "  switch (draw(%d)) {\n%s  }\n}\n", functions, body
    print "int main(int argc, char **argv) {\n  return call_at_random(argc, argv, one_call);\n}"
    exit
  }
  print "#include \"misuse.h\""
  print "int main(void) {"
  print "  int32_t status;"
  print "  set_up();"
  printf "%s", body
  print "  tear_down();"
  printf "  printf(\"%%d functions misused\\n\", %d);\n", functions
  print "  return 0;\n}"
}
