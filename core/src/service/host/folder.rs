//! `Folder`: an open folder. Its files are opened, created and renamed relative to its descriptor, and no symbolic link is followed, so
//! that a program that may write into the folder cannot redirect the service to another one.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::SystemTime;

pub(super) use system::Folder;

/// Size and time of modification of a plain file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FileInfo {
    pub size: u64,
    pub modified: Option<SystemTime>,
}

#[cfg(unix)]
mod system {
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::OsStrExt;
    use std::time::Duration;

    use nix::dir::Dir;
    use nix::errno::Errno;
    use nix::fcntl::{AtFlags, OFlag, open, openat, renameat};
    use nix::sys::stat::{Mode, SFlag, fstatat, mkdirat};
    use nix::unistd::{UnlinkatFlags, unlinkat};

    use super::{File, FileInfo, OsStr, OsString, Path, SystemTime, io};

    const FOLDER: OFlag = OFlag::O_RDONLY.union(OFlag::O_DIRECTORY).union(OFlag::O_CLOEXEC);
    /// A named pipe must not block the caller.
    const FILE: OFlag = OFlag::O_NOFOLLOW.union(OFlag::O_NONBLOCK).union(OFlag::O_CLOEXEC);

    #[derive(Debug)]
    pub(in crate::service::host) struct Folder(OwnedFd);

    impl Folder {
        pub(in crate::service::host) fn open(path: &Path) -> io::Result<Self> {
            Ok(Folder(open(path, FOLDER, Mode::empty())?))
        }

        pub(in crate::service::host) fn open_folder(&self, name: &OsStr) -> io::Result<Self> {
            Ok(Folder(openat(&self.0, name, FOLDER | OFlag::O_NOFOLLOW, Mode::empty())?))
        }

        pub(in crate::service::host) fn create_folder(&self, name: &OsStr) -> io::Result<()> {
            match mkdirat(&self.0, name, Mode::from_bits_truncate(0o777)) {
                Ok(()) | Err(Errno::EEXIST) => Ok(()),
                Err(error) => Err(error.into()),
            }
        }

        pub(in crate::service::host) fn open_file(&self, name: &OsStr) -> io::Result<File> {
            Ok(openat(&self.0, name, OFlag::O_RDONLY | FILE, Mode::empty())?.into())
        }

        pub(in crate::service::host) fn create_file(&self, name: &OsStr) -> io::Result<File> {
            let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | FILE;
            Ok(openat(&self.0, name, flags, Mode::from_bits_truncate(0o666))?.into())
        }

        pub(in crate::service::host) fn rename(&self, from: &OsStr, to: &Folder, name: &OsStr) -> io::Result<()> {
            Ok(renameat(&self.0, from, &to.0, name)?)
        }

        pub(in crate::service::host) fn remove_file(&self, name: &OsStr) -> io::Result<()> {
            Ok(unlinkat(&self.0, name, UnlinkatFlags::NoRemoveDir)?)
        }

        /// `None` if there is no plain file with this name.
        pub(in crate::service::host) fn file_info(&self, name: &OsStr) -> Option<FileInfo> {
            let found = fstatat(&self.0, name, AtFlags::AT_SYMLINK_NOFOLLOW).ok()?;
            if SFlag::from_bits_truncate(found.st_mode) & SFlag::S_IFMT != SFlag::S_IFREG {
                return None;
            }
            let seconds = u64::try_from(found.st_mtime).ok();
            let since =
                seconds.and_then(|seconds| Some(Duration::new(seconds, u32::try_from(found.st_mtime_nsec).ok()?)));
            let modified = since.and_then(|since| SystemTime::UNIX_EPOCH.checked_add(since));
            Some(FileInfo { size: u64::try_from(found.st_size).unwrap_or_default(), modified })
        }

        /// Whether the folder has anything with this name, also a link that leads nowhere.
        pub(in crate::service::host) fn has(&self, name: &OsStr) -> bool {
            fstatat(&self.0, name, AtFlags::AT_SYMLINK_NOFOLLOW).is_ok()
        }

        pub(in crate::service::host) fn names(&self) -> io::Result<Vec<OsString>> {
            let mut folder = Dir::from_fd(openat(&self.0, ".", FOLDER, Mode::empty())?)?;
            let mut names = Vec::new();
            for entry in folder.iter() {
                let entry = entry?;
                let name = OsStr::from_bytes(entry.file_name().to_bytes());
                if name != "." && name != ".." {
                    names.push(name.to_owned());
                }
            }
            Ok(names)
        }

        pub(in crate::service::host) fn sync(&self) -> io::Result<()> {
            File::from(self.0.try_clone()?).sync_all()
        }
    }
}

/// Without descriptors of folders, links are checked before each step.
#[cfg(not(unix))]
mod system {
    use std::fs;
    use std::path::PathBuf;

    use super::{File, FileInfo, OsStr, OsString, Path, io};

    #[derive(Debug)]
    pub(in crate::service::host) struct Folder(PathBuf);

    fn refuse_link(path: &Path) -> io::Result<()> {
        match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => Err(io::Error::other("the path is a link")),
            _ => Ok(()),
        }
    }

    impl Folder {
        pub(in crate::service::host) fn open(path: &Path) -> io::Result<Self> {
            fs::read_dir(path)?;
            Ok(Folder(path.to_owned()))
        }

        pub(in crate::service::host) fn open_folder(&self, name: &OsStr) -> io::Result<Self> {
            refuse_link(&self.0.join(name))?;
            Folder::open(&self.0.join(name))
        }

        pub(in crate::service::host) fn create_folder(&self, name: &OsStr) -> io::Result<()> {
            match fs::create_dir(self.0.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
                _ => Ok(()),
            }
        }

        pub(in crate::service::host) fn open_file(&self, name: &OsStr) -> io::Result<File> {
            refuse_link(&self.0.join(name))?;
            File::open(self.0.join(name))
        }

        pub(in crate::service::host) fn create_file(&self, name: &OsStr) -> io::Result<File> {
            File::create_new(self.0.join(name))
        }

        pub(in crate::service::host) fn rename(&self, from: &OsStr, to: &Folder, name: &OsStr) -> io::Result<()> {
            fs::rename(self.0.join(from), to.0.join(name))
        }

        pub(in crate::service::host) fn remove_file(&self, name: &OsStr) -> io::Result<()> {
            fs::remove_file(self.0.join(name))
        }

        pub(in crate::service::host) fn file_info(&self, name: &OsStr) -> Option<FileInfo> {
            let found = fs::symlink_metadata(self.0.join(name)).ok().filter(fs::Metadata::is_file)?;
            Some(FileInfo { size: found.len(), modified: found.modified().ok() })
        }

        pub(in crate::service::host) fn has(&self, name: &OsStr) -> bool {
            fs::symlink_metadata(self.0.join(name)).is_ok()
        }

        pub(in crate::service::host) fn names(&self) -> io::Result<Vec<OsString>> {
            fs::read_dir(&self.0)?.map(|entry| entry.map(|entry| entry.file_name())).collect()
        }

        pub(in crate::service::host) fn sync(&self) -> io::Result<()> {
            Ok(())
        }
    }
}
