vcpkg_download_distfile(
  ARCHIVE
  URLS "@URL@/releases/download/v@VERSION@/trace2-@VERSION@.tar.gz"
  FILENAME "trace2-@VERSION@.tar.gz"
  SHA512 @SHA512@
)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")

set(options -Dprogram=disabled)
if("tools" IN_LIST FEATURES)
  set(options -Dprogram=enabled -Dzstd=enabled -Dsqlite=enabled -Dhttp=enabled)
endif()
set(VCPKG_BUILD_TYPE release) # headers only, and one command
vcpkg_configure_meson(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${options})
vcpkg_install_meson()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/trace2)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES trace2 AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/licenses")

vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
