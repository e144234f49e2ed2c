// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/onnx/saver.h"

namespace weightless::test {

[[nodiscard]] inline onnx_io::SaveOptions savingAs(onnx_io::WeightLayout layout)
{
    onnx_io::SaveOptions options;
    options.files.layout = layout;
    return options;
}

inline const onnx_io::SaveOptions external = savingAs(onnx_io::WeightLayout::External);
inline const onnx_io::SaveOptions inside = savingAs(onnx_io::WeightLayout::Inline);

} // namespace weightless::test
