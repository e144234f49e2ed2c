# shellcheck shell=sh
# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be sourced in the repository's root. Debian sid's drivers, validation layer and shader compiler, fetched once, as root, into
# WEIGHTLESS_ROOTS (build/roots), 700 MB; where they cannot be fetched, the script that asks ends with 77. Sets `root` and `libraries`.

roots=${WEIGHTLESS_ROOTS:-build/roots}
mkdir -p "$roots"
root=$(cd "$roots" && pwd)/sid.driver
libraries=$root/usr/lib/x86_64-linux-gnu

not_fetched() { # WHAT
    echo "$(basename "$0"): $1 was not fetched, which needs root, debootstrap and Debian's servers: $(tail -n 1 "$root.log")" >&2
    exit 77
}
if [ ! -e "$root/complete" ]; then
    rm -rf "$root"
    debootstrap --variant=minbase --include=mesa-vulkan-drivers,mesa-drm-shim,vulkan-validationlayers,glslc sid "$root" \
        >"$root.log" 2>&1 || not_fetched "$root"
    touch "$root/complete"
fi
if [ ! -e "$libraries/libnouveau_noop_drm_shim.so" ]; then # a root of before it was asked for
    # As debootstrap does, from a mirror of any age.
    chroot "$root" sh -c 'apt-get -o Acquire::Check-Valid-Until=false update && apt-get install -y --no-install-recommends mesa-drm-shim' \
        >"$root.log" 2>&1 || not_fetched "$root's mesa-drm-shim"
fi

# Libraries of that system lie nowhere that its own manifests know.
mkdir -p "$root/manifests"
for manifest in icd.d/lvp_icd.json icd.d/nouveau_icd.json icd.d/radeon_icd.json icd.d/intel_icd.json explicit_layer.d/VkLayer_khronos_validation.json; do
    sed "s|\"library_path\": \"\\(.*/\\)\\{0,1\\}|&$libraries/|; s|\\(\"library_path\": \"\\).*\\($libraries\\)|\\1\\2|" \
        "$root/usr/share/vulkan/$manifest" >"$root/manifests/${manifest#*/}"
done

# A program of this system with the libraries, layers and the driver of that one.
newer() { # DRIVER PROGRAM [ARGUMENT…]
    manifest=$root/manifests/$1_icd.json
    shift
    # Its compiler may take longer than Qt Test allows a function: whoever starts this sets the limit.
    QTEST_FUNCTION_TIMEOUT=${QTEST_FUNCTION_TIMEOUT:-7200000} \
        MESA_SHADER_CACHE_DIR=$root/shaders VK_DRIVER_FILES=$manifest \
        VK_LAYER_PATH="$root/manifests${VK_ADD_LAYER_PATH:+:$VK_ADD_LAYER_PATH}" \
        WEIGHTLESS_VALIDATION=1 WEIGHTLESS_REQUIRE_DEVICE=1 QT_QPA_PLATFORM=offscreen \
        "$root/lib64/ld-linux-x86-64.so.2" ${shim:+--preload "$shim"} \
        --library-path "$libraries:/usr/lib/x86_64-linux-gnu" "$@"
}

# The last line of a test's output; all that did not pass, and a failure, where that is not as it should be.
report() { # NAME OUTPUT EXPECTED
    if grep -q "^Totals: .* 0 failed$3" "$2"; then
        echo "$1: $(grep '^Totals' "$2")"
    else
        grep -v '^PASS' "$2" || true
        return 1
    fi
}
