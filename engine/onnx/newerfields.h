// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless {

// Numbers of fields in ONNX's messages that the linked definitions may be too old for.
inline constexpr int functionAttributeFieldNumber = 11; // FunctionProto.attribute_proto, since ONNX 1.14
inline constexpr int nodeOverloadFieldNumber = 8; // NodeProto.overload, since ONNX 1.16
inline constexpr int functionOverloadFieldNumber = 13; // FunctionProto.overload, since ONNX 1.16

} // namespace weightless
