"""What the wrap files bring is built and runs: usage built_wraps.py ROOT BUILD_DIR MESON

The archives are in subprojects/packagecache, where "meson subprojects download" puts them. This test
downloads none, and says which are missing.
"""

import configparser
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler
from package import run

# By wrap file: the dependency that the library asks for, and a program that takes it.
PROGRAMS = {
    "boost-describe": (
        "boost-describe",
        "#include <boost/describe.hpp>\n"
        "struct point { int x; };\n"
        "BOOST_DESCRIBE_STRUCT(point, (), (x))\n"
        "int main() { return boost::describe::has_describe_members<point>::value ? 0 : 1; }\n",
    ),
    "boost-mp11": (
        "boost-mp11",
        "#include <boost/mp11.hpp>\n"
        "int main() { return int{boost::mp11::mp_size<boost::mp11::mp_list<>>::value}; }\n",
    ),
    "catch2": (
        "catch2",
        "#include <catch2/catch_all.hpp>\n"
        'TEST_CASE("one") { CHECK(true); }\n'
        "int main() { return Catch::Session{}.run(); }\n",
    ),
    "cli11": (
        "CLI11",
        "#include <CLI/CLI.hpp>\n"
        'int main() { return CLI::App{"one"}.get_description() == "one" ? 0 : 1; }\n',
    ),
    "google-benchmark": (
        "benchmark",
        "#include <benchmark/benchmark.h>\n"
        "static void one(benchmark::State& state) { while (state.KeepRunning()) {} }\n"
        "BENCHMARK(one)->Iterations(1);\n"
        "int main() { return benchmark::RunSpecifiedBenchmarks() == 1 ? 0 : 1; }\n",
    ),
    "zlib": (
        "zlib",
        "#include <zlib.h>\n"
        'int main() { return crc32(0, reinterpret_cast<unsigned char const*>("123456789"), 9) == 0xcbf43926 ? 0 : 1; }\n',
    ),
}

# A user's warnings are errors; none may come from what a wrap file brings. Units are joined as in tests/run.sh.
BUILD = """\
project('wraps', 'cpp', default_options: ['cpp_std=c++20', 'warning_level=3', 'werror=true', 'unity=on'])
"""


def archives(wrap):
    """The names of the archives that the wrap file asks for."""
    values = configparser.ConfigParser(interpolation=None)
    values.read_string(wrap.read_text(encoding="utf-8"))
    return [value for name, value in values["wrap-file"].items() if name.endswith("_filename")]


def main(root, build_dir, meson):
    subprojects = Path(root, "subprojects")
    wraps = {wrap.stem: wrap for wrap in sorted(subprojects.glob("*.wrap"))}
    if wraps.keys() != PROGRAMS.keys():
        project.finish([f"programs are for {sorted(PROGRAMS)}, and wrap files for {sorted(wraps)}"])
    cache = subprojects / "packagecache"
    missing = [name for wrap in wraps.values() for name in archives(wrap) if not (cache / name).exists()]
    if missing:
        project.skip(f"subprojects/packagecache lacks {', '.join(missing)}")

    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "subprojects").mkdir()
        for wrap in wraps.values():
            shutil.copy(wrap, directory / "subprojects")
        shutil.copytree(subprojects / "packagefiles", directory / "subprojects/packagefiles")
        (directory / "subprojects/packagecache").symlink_to(cache.resolve())
        with open(directory / "meson.build", "w", encoding="utf-8") as build:
            build.write(BUILD)
            for stem, (dependency, source) in PROGRAMS.items():
                (directory / f"{stem}.cpp").write_text(source, encoding="utf-8")
                build.write(
                    f"executable('{stem}-program', '{stem}.cpp',"
                    f" dependencies: dependency('{dependency}', include_type: 'system'))\n"
                )
        environment = {"CXX": shlex.join(Compiler(build_dir).compiler)}
        build_here = directory / "build"
        run(meson, "setup", "--wrap-mode=forcefallback", build_here, directory, **environment)
        programs = [f"{stem}-program" for stem in PROGRAMS]
        run(meson, "compile", "-C", build_here, *programs)
        for program in programs:
            run(build_here / program)


if __name__ == "__main__":
    main(*sys.argv[1:])
