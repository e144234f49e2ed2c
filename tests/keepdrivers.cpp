// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Linked into tests and programs under the address and thread sanitizers: they name what the validation layer and the driver do
// (tests/data/*.supp) by their library, so those must still be loaded when the process ends.
#include <dlfcn.h>
#include <initializer_list>

namespace {

struct DriversStayLoaded {
    DriversStayLoaded()
    {
        for (const char* library : {"libVkLayer_khronos_validation.so", "libvulkan_lvp.so"}) {
            dlopen(library, RTLD_LAZY | RTLD_NODELETE); // where there is none, nothing is to be kept
        }
    }
};

const DriversStayLoaded driversStayLoaded;

}
