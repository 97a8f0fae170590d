"""Projects of users build: usage consumers.py ROOT BUILD_DIR MESON WAY

WAY is one of the functions below: a way in which a project of examples/consumers gets the library. What
it builds runs and writes a trace.
"""

import hashlib
import re
import shlex
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

import package
import project
from compiler import Compiler
from one_header import boost_directory
from package import need, run


# What the library's recipe needs of Boost's.
CONAN_BOOST = """\
from conan import ConanFile
from conan.tools.files import copy


class Boost(ConanFile):
    name = "boost"
    version = "1.86.0"
    options = {"header_only": [True]}
    default_options = {"header_only": True}

    def package(self):
        copy(self, "*", self.source_folder, self.package_folder)

    def package_info(self):
        self.cpp_info.components["headers"].libdirs = []
"""


class Consumer:
    """A copy of the source tree, in which a consumer is built in place."""

    def __init__(self, root, build_dir, meson, directory):
        self.root = root
        self.build_dir = build_dir
        self.meson = meson
        self.sources = package.copy_sources(root, directory / "trace2")
        self.installed = directory / "installed"
        self.environment = {"CXX": shlex.join(Compiler(build_dir).compiler)}

    def install(self):
        """Installs into a stage. pkg-config and CMake find the library there."""
        run(self.meson, "install", "-C", self.build_dir, "--no-rebuild", "--tags=devel", "--destdir", self.installed)
        (found,) = self.installed.rglob("trace2.pc")
        if " " in str(found):
            project.skip("pkg-config names no directory with a blank")
        self.environment |= {
            "PKG_CONFIG_PATH": str(found.parent),
            "PKG_CONFIG_SYSROOT_DIR": str(self.installed),
            "CMAKE_PREFIX_PATH": str(found.parent.parent.parent),
        }

    def commit(self):
        """Makes a repository of the source tree, for those who clone it."""
        need("git")
        git = ("git", "-C", self.sources, "-c", "user.name=test", "-c", "user.email=test")
        run("git", "init", "-q", self.sources)
        run(*git, "add", ".")
        run(*git, "commit", "-q", "-m", "library")

    def release(self):
        """Makes a release whose archive lies where its recipes look for it, and returns their directory."""
        shutil.copytree(Path(self.root, ".github"), self.sources / ".github")
        self.commit()
        site = self.sources.parent / "site"
        directory = site / "releases/download" / f"v{package.version(self.root)}"
        made = []
        for _ in range(2):
            boost = {"BOOST": boost_directory(self.build_dir)}
            run("sh", self.sources / ".github/release.sh", site.as_uri(), directory, **boost)
            made.append((directory / "SHA256SUMS").read_text(encoding="utf-8"))
        recipes = {path: path.read_text(encoding="utf-8") for path in (directory / "packaging").rglob("*") if path.is_file()}
        empty = [f"{path}: a place is not filled in" for path, text in recipes.items() if re.search("@[A-Z0-9]+@", text)]
        if empty or made[0] != made[1]:
            project.finish(empty or ["the same sources make two releases"])
        return directory / "packaging"

    def hide_boost(self):
        """Leaves an old Boost, which Meson and the compiler find first, as its package installs it."""
        old = self.sources / "old-boost"
        version = old / "include/boost/version.hpp"
        version.parent.mkdir(parents=True)
        version.write_text('#define BOOST_VERSION 107400\n#define BOOST_LIB_VERSION "1_74"\n', encoding="utf-8")
        self.environment |= {"BOOST_ROOT": str(old), "CPLUS_INCLUDE_PATH": str(version.parent.parent)}

    def provide_archive(self, wrap, cache):
        """Puts the archive of the wrap file into Meson's cache, so that none is downloaded.

        It is the one in the project's own cache, or else is made from the headers that are installed.
        """
        text = wrap.read_text(encoding="utf-8")
        values = dict(re.findall(r"^(\w+) = (.*)$", text, re.MULTILINE))
        cache.mkdir(exist_ok=True)
        archive = cache / values["source_filename"]
        downloaded = Path(self.root, "subprojects/packagecache", archive.name)
        if downloaded.exists():
            archive.symlink_to(downloaded)
            return
        library = Path(boost_directory(self.build_dir), "boost", wrap.stem.removeprefix("boost-"))
        with tarfile.open(archive, "w:gz") as made:
            for name in (library, library.with_suffix(".hpp")):
                made.add(name, f"{values['directory']}/include/boost/{name.name}")
        true_hash = hashlib.sha256(archive.read_bytes()).hexdigest()
        wrap.write_text(text.replace(values["source_hash"], true_hash), encoding="utf-8")

    def run(self, name, *command):
        run(*command, cwd=self.sources / "examples/consumers" / name, **self.environment)

    def copy(self, name):
        """A copy of a project as a user's, somewhere else, beside a source of its own."""
        target = self.sources.parent / name
        shutil.copytree(self.sources / "examples/consumers" / name, target)
        shutil.copy(self.sources / "examples/hello.cpp", target)
        return target

    def build_by_meson(self, name, *options):
        self.run(name, self.meson, "setup", *options, "build")
        self.run(name, self.meson, "compile", "-C", "build")
        return "build/hello"

    def build_by_cmake(self, name, *options):
        need("cmake")
        self.run(name, "cmake", *options, "-B", "build")
        self.run(name, "cmake", "--build", "build")
        return "build/hello"

    def trace(self, name, program):
        self.environment |= {"TRACE2_PERF": str(self.sources / "trace"), "TRACE2_PERF_BRIEF": "1"}
        self.run(name, f"./{program}")

    def expect_no_trace(self, name, program):
        self.trace(name, program)
        if (self.sources / "trace").exists():
            project.finish([f"{name}: {program} writes a trace"])

    def expect_trace(self, name, program):
        self.trace(name, program)
        trace = (self.sources / "trace").read_text(encoding="utf-8")
        if "region_enter" not in trace or "label:world" not in trace:
            project.finish([f"{name}: the trace lacks its region:\n{trace}"])


def meson_subproject(consumer):
    subproject = consumer.sources / "examples/consumers/meson/subprojects/trace2"
    subproject.symlink_to(consumer.sources)
    consumer.expect_trace("meson", consumer.build_by_meson("meson", "--force-fallback-for=trace2"))


def meson_without_boost(consumer):
    consumer.hide_boost()
    for wrap in (consumer.sources / "subprojects").glob("boost-*.wrap"):
        consumer.provide_archive(wrap, consumer.sources / "examples/consumers/meson/subprojects/packagecache")
    meson_subproject(consumer)


def meson_wrap(consumer):
    consumer.commit()
    consumer.expect_trace("meson", consumer.build_by_meson("meson", "--force-fallback-for=trace2"))


def meson_wrapdb(consumer):
    """The archive of a release, by the wrap file that WrapDB would have."""
    wrap = consumer.release() / "wrapdb/trace2.wrap"
    shutil.copy(wrap, consumer.sources / "examples/consumers/meson/subprojects/trace2.wrap")
    consumer.expect_trace("meson", consumer.build_by_meson("meson", "--force-fallback-for=trace2"))


def meson_installed(consumer):
    consumer.install()
    consumer.expect_trace("meson", consumer.build_by_meson("meson", "--wrap-mode=nofallback"))


def cmake_installed(consumer):
    consumer.install()
    consumer.expect_trace("cmake-installed", consumer.build_by_cmake("cmake-installed"))


def cmake_fetchcontent(consumer):
    need("cmake")
    consumer.commit()
    for preset in ("compiled-out", "default"):
        consumer.run("cmake-fetchcontent", "cmake", "--preset", preset)
        consumer.run("cmake-fetchcontent", "cmake", "--build", "--preset", preset)
    consumer.expect_no_trace("cmake-fetchcontent", "build-compiled-out/hello")
    consumer.expect_trace("cmake-fetchcontent", "build/hello")


def cmake_subdirectory(consumer):
    option = f"-DFETCHCONTENT_SOURCE_DIR_TRACE2={consumer.sources}"
    consumer.expect_trace("cmake-fetchcontent", consumer.build_by_cmake("cmake-fetchcontent", option))


def conan(consumer):
    """Conan has a cache of its own, with a package of Boost's headers that are installed. It downloads nothing."""
    need("conan")
    need("cmake")
    released = consumer.release() / "conan-center/all"
    # Conan knows a compiler by its own name only, not behind ccache.
    consumer.environment["CXX"] = Compiler(consumer.build_dir).compiler[-1]
    consumer.environment["CONAN_HOME"] = str(consumer.sources / "conan-home")
    boost = consumer.sources / "conan-boost"
    for name in ("describe", "mp11"):
        shutil.copytree(Path(boost_directory(consumer.build_dir), "boost", name), boost / "include/boost" / name)
    (boost / "conanfile.py").write_text(CONAN_BOOST, encoding="utf-8")
    consumer.run("conan", "conan", "profile", "detect")
    settings = ("--settings=compiler.cppstd=20", "--no-remote")
    consumer.run("conan", "conan", "export-pkg", boost, *settings)
    consumer.run("conan", "conan", "create", released, f"--version={package.version(consumer.root)}", *settings)
    consumer.run("conan", "conan", "create", consumer.sources / ".conan", *settings)
    consumer.run("conan", "conan", "install", ".", "--output-folder=build", *settings)
    toolchain = ("-DCMAKE_TOOLCHAIN_FILE=build/conan_toolchain.cmake", "-DCMAKE_BUILD_TYPE=Release")
    consumer.expect_trace("conan", consumer.build_by_cmake("conan", *toolchain))


def make(consumer):
    need("make")
    consumer.install()
    for project_directory in ("make", consumer.copy("make")):
        consumer.run(project_directory, "make")
        consumer.expect_trace(project_directory, "hello")


def one_header(consumer):
    """The consumer needs nothing but its own directory."""
    need("make")
    boost = f"BOOST={boost_directory(consumer.build_dir)}"
    copy = consumer.copy("one-header")
    consumer.run("one-header", "make", boost, "trace2/trace2.hpp")
    consumer.run(copy, "make", boost, f"TRACE2={consumer.sources}", "trace2/trace2.hpp")
    (consumer.sources / "include").rename(consumer.sources / "away")
    consumer.run("one-header", "make")
    consumer.expect_trace("one-header", "hello")
    consumer.run(copy, "make", "--dry-run")


def shared_library(consumer):
    consumer.install()
    consumer.expect_trace("shared-library", consumer.build_by_meson("shared-library"))


def main(root, build_dir, meson, way):
    with tempfile.TemporaryDirectory() as directory:
        globals()[way](Consumer(root, build_dir, meson, Path(directory)))


if __name__ == "__main__":
    main(*sys.argv[1:])
