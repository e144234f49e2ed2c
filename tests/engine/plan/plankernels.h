// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/engine/ops/recordedcards.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QStringList>

namespace weightless::testing {

inline const vulkan::DeviceTraits& geforce()
{
    static const vulkan::DeviceTraits traits = recordedCards().front().traits;
    return traits;
}

inline vulkan::DeviceTraits lavapipe()
{
    vulkan::DeviceTraits traits = capableDevice();
    traits.type = vulkan::DeviceType::Software;
    traits.maxWorkGroupInvocations = 1024;
    return traits;
}

// By a filter that makes twice as many rows and columns.
inline OnnxSketch upsampled(const Shape& x, const Shape& filter)
{
    OnnxSketch sketch;
    const DataType type = DataType::Float16;
    Attributes attributes;
    attributes.set("strides", std::vector<int64_t> {2, 2});
    sketch.output(
        sketch.node("ConvTranspose", {sketch.input(x, type), sketch.hollow(filter, type)}, attributes));
    return sketch;
}

// The kernels of a plan's steps, one after the other.
inline QString kernelsOf(const plan::Plan& plan)
{
    QStringList names;
    for (const plan::PlanStep& step : plan.steps) {
        if (const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work)) {
            names.append(QString::fromUtf8(
                dispatch->kernel->name.data(), static_cast<qsizetype>(dispatch->kernel->name.size())));
        }
    }
    return names.join(QLatin1Char(' '));
}

inline QString kernelsOf(const OnnxSketch& sketch, const vulkan::DeviceTraits& traits)
{
    return kernelsOf(*sketch.planned(traits));
}

} // namespace weightless::testing
