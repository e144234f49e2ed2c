// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/conv/problem.h"
#include "engine/ops/conv/winogradtiles.h"
#include "engine/ops/operator.h"
#include "engine/ops/product/product.h"

#include <optional>
#include <string_view>

namespace weightless::ops::conv {

[[nodiscard]] Convolution convolutionOf(const NodeView& node);

// weightless.FusedConv's inputs 4 to 7 are those of a batch normalization that follows (scale, offset, mean,
// variance), with its attribute "epsilon". The shape rule's part of it:
void checkBatchNorm(InferenceContext& context, int64_t filters);
// And numbers that its result, or the convolution's, is multiplied with and that are added then.
inline constexpr std::string_view timesAttribute = "times";
inline constexpr std::string_view plusAttribute = "plus";
// Input 8 is, in place of all these, what product::BiasKind::PerRowScaled takes.
inline constexpr size_t factorsInput = 8;
// Makes factors of these; otherwise the bias as it is. `filters` counts all groups.
[[nodiscard]] FilterBias filterBias(LoweringContext& context, int64_t filters);
// Input 9: LeakyRelu's slopes, one per filter, in place of the attribute; not beside input 8.
inline constexpr size_t slopesInput = 9;
// What follows the convolution.
[[nodiscard]] product::Epilogue epilogueOf(const LoweringContext& context);

// Whether each pixel of the result sees the same pixel of the input, and no other.
[[nodiscard]] bool isPointwise(const Window& window);
// What a convolution's product is however its input is read: all but B.
[[nodiscard]] product::Product filterProduct(
    LoweringContext& context, const Convolution& conv, const FilterBias& bias);
// The product that reads the input where it lies; nothing where no kernel can, or where patches of it suit
// the device better.
[[nodiscard]] std::optional<product::Product> imageProduct(
    LoweringContext& context, const Convolution& conv, const FilterBias& bias);
// An attribute of Conv and FusedConv, 1: the filter lies in blocks of channels (model/blockedfilter.h), which
// whoever set it sees to.
inline constexpr std::string_view blockedFilterAttribute = "weightless.blocked";
[[nodiscard]] bool hasBlockedFilter(const Attributes& attributes);
// Whether the kernel of that name (product::kernelAttribute) reads it so: those on matrix units.
[[nodiscard]] bool readsBlockedFilter(std::string_view kernel);
// Such a convolution: by a kernel that reads it so, or turned back for the run where none can.
void lowerBlocked(LoweringContext& context, const Convolution& conv);
// Where one window is the whole input, the filters are a matrix of rows already: the product of the images
// with its transpose. Nothing for other convolutions.
[[nodiscard]] std::optional<product::Product> wholeProduct(LoweringContext& context, const Convolution& conv);
// Conv through the matrix product kernels.
void lowerAsProduct(LoweringContext& context, const Convolution& conv);
// How lowerAsWinograd() should make a convolution; nothing where it cannot, or does not pay: 3 x 3 with
// stride 1, on software devices.
[[nodiscard]] std::optional<WinogradTiling> winogradTiling(
    const LoweringContext& context, const Convolution& conv);
// Winograd's F(2 x 2, 3 x 3) or F(4 x 4, 3 x 3): 16 products of a quarter of the pixels, or 36 of a
// sixteenth, instead of 9 of all, that is 2.25 or 4 times fewer multiplications, with transformations before
// and after.
void lowerAsWinograd(LoweringContext& context, const Convolution& conv, const WinogradTiling& tiling);
// Whether convnarrow.comp should make a convolution: of lines and pictures with few filters or channels, on
// software devices, where that takes less time than Winograd's way or patches.
[[nodiscard]] bool takesNarrow(const LoweringContext& context, const Convolution& conv);
void lowerNarrow(LoweringContext& context, const Convolution& conv);
// Convolutions with one channel per group, and whether software devices make many of their results at once.
[[nodiscard]] bool takesDepthwiseGroups(const LoweringContext& context, const Convolution& conv);
void lowerDepthwise(LoweringContext& context, const Convolution& conv);

void registerTransposed(Registry& registry); // ConvTranspose (transposed.h)

} // namespace weightless::ops::conv
