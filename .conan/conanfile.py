"""Conan's recipe, which packages the headers of this source tree: conan create .conan"""

# SPDX-License-Identifier: BSL-1.0

import re
from pathlib import Path

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, load


class Trace2(ConanFile):
    name = "trace2"
    description = "Structured tracing in the formats of Git's Trace2, header-only"
    license = "BSL-1.0"
    topics = ("tracing", "logging", "profiling", "header-only")
    package_type = "header-library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"instrumentation": [True, False]}
    default_options = {"instrumentation": True}
    no_copy_source = True

    def set_version(self):
        header = load(self, Path(self.recipe_folder).parent / "include/trace2/version.hpp")
        self.version = re.search(r'^#define TRACE2_VERSION "(.*)"', header, re.MULTILINE)[1]

    def export_sources(self):
        for pattern in ("LICENSE", "include/*"):
            copy(self, pattern, Path(self.recipe_folder).parent, self.export_sources_folder)

    def requirements(self):
        self.requires("boost/[>=1.79 <2]", options={"header_only": True}, transitive_headers=True)

    def validate(self):
        check_min_cppstd(self, 20)

    def package_id(self):
        """The headers are the same for every compiler and option."""
        self.info.clear()

    def package(self):
        copy(self, "LICENSE", self.export_sources_folder, Path(self.package_folder) / "licenses")
        copy(self, "include/*", self.export_sources_folder, self.package_folder)

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.requires = ["boost::headers"]
        if self.settings.os != "Windows":
            self.cpp_info.system_libs = ["pthread"]
        if not self.options.instrumentation:
            self.cpp_info.defines = ["TRACE2_ENABLED=0"]
        # While the first number is 0, versions with the same second number are compatible.
        self.cpp_info.set_property("cmake_config_version_compat", "SameMinorVersion")
