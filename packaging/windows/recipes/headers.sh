# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# Libraries that are headers only, from this machine's packages: never its whole include folder, whose C library is another.
include=$prefix/include
cmake=$prefix/lib/cmake
mkdir -p "$include" "$cmake"
cp -r /usr/include/vulkan /usr/include/vk_video /usr/include/volk.c /usr/include/volk.h /usr/include/utf8cpp /usr/include/nlohmann "$include/"
package() { # NAME TARGET FOLDER
    mkdir -p "$cmake/$1"
    cat >"$cmake/$1/$1Config.cmake" <<CONFIG
add_library($2 INTERFACE IMPORTED)
set_target_properties($2 PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "\${CMAKE_CURRENT_LIST_DIR}/../../../include/$3")
CONFIG
    cat >"$cmake/$1/$1ConfigVersion.cmake" <<CONFIG
set(PACKAGE_VERSION $(dpkg-query --show --showformat '${source:Upstream-Version}' "$4"))
set(PACKAGE_VERSION_COMPATIBLE TRUE)
CONFIG
}
package VulkanHeaders Vulkan::Headers . libvulkan-dev
package utf8cpp utf8::cpp utf8cpp libutfcpp-dev
package nlohmann_json nlohmann_json::nlohmann_json . nlohmann-json3-dev
