// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "engine/plan/dataflow.h"
#include "engine/vulkan/devicetraits.h"

namespace weightless {

// Has hollow constants lie in blocks of channels (model/blockedfilter.h) that are filters of convolutions and
// nothing else, where the device's kernels want that; the nodes are told by an attribute. Before a weight is
// read, so each is turned while it is set and nothing is copied for it. What is decided depends on no input's
// shape: it holds for every plan of the graph. Again, after nodes were added, is as good as once.
void orderFilters(plan::Dataflow& dataflow, ConstantStore& constants, const vulkan::DeviceTraits& device);

} // namespace weightless
