// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/randommodel.h"

#include <cstdint>

namespace weightless::bench {

// Networks whose times everybody publishes, as torchvision's are exported: batch normalizations folded into
// the convolutions, images [batch, 3, 224, 224] → logits [batch, 1000]. SqueezeNet is version 1.1.
enum class Classifier { ResNet50, SqueezeNet, GoogLeNet, Vgg16, MobileNetV2 };

// With random weights that keep activations in float16's range. Float16 or Float32.
[[nodiscard]] RandomModel makeClassifier(Classifier classifier, int64_t batch, DataType type);

} // namespace weightless::bench
