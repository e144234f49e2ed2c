// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

#include <functional>
#include <vector>

// What the case files of this folder share.
namespace weightless::ops::conv {

struct Setting {
    Shape x, w;
    int64_t group = 1;
    Shape strides = {}, dilations = {}, pads = {};
    std::string autoPad = {};
    bool hasBias = true;
    std::string kernel = {};
    DataType type = DataType::Float32;
    Shape outputPadding = {}, outputShape = {};
    bool isBlocked = false; // the filter is given in blocks of channels
};

[[nodiscard]] Shape orOnes(const Shape& values, size_t count, int64_t value = 1);
// The name, attributes and tolerances that follow from the setting.
void describe(OperatorCase& test, const Setting& setting);
void forEachPlace(const Shape& shape, const std::function<void(const std::vector<int64_t>&)>& visit);

// A filter as Setting::isBlocked gives it.
[[nodiscard]] HostTensor inBlocks(const HostTensor& w);

// A Conv with random inputs and what a plain reference yields.
[[nodiscard]] OperatorCase convCase(const Setting& setting);

// Without patches: rows in which eight pixels lie beside each other, at any distance from 16 bytes, and rows
// in which they do not; tiles of several images; more columns than a tile has.
void addImageCases(CaseList& cases);

// Filters in blocks of channels.
void addBlockedCases(CaseList& cases);

// One channel per group.
void addDepthwiseCases(CaseList& cases);

// Few channels or filters in a group, on software devices.
void addNarrowCases(CaseList& cases);

// ConvTranspose
void addTransposedCases(CaseList& cases);

// weightless.FusedConv
void addFusedCases(CaseList& cases);

} // namespace weightless::ops::conv
