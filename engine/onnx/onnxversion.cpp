// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/onnxversion.h"

#include <onnx/common/version.h>

namespace weightless::onnx_io {

std::string_view onnxVersion()
{
    return ONNX_NAMESPACE::LAST_RELEASE_VERSION;
}

} // namespace weightless::onnx_io
