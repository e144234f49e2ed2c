// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "engine/base/error.h"
#include "engine/runtime/context.h"
#include "ui/text/text.h"

#include <algorithm>

namespace weightless::ui {

namespace {

DemoOptions smallOptions()
{
    DemoOptions options;
    options.scale = 32;
    options.latentHeight = 8;
    options.latentWidth = 8;
    options.sequence = 8;
    return options;
}

} // namespace

ModelDocumentPtr smallDocument(DemoPart part)
{
    return makeDocument(std::make_shared<const Model>(demoModel(part, smallOptions())));
}

QString writeSmallModel(const QString& folder, DemoPart part)
{
    const QString path = folder + QStringLiteral("/model.onnx");
    writeDemo(part, smallOptions(), toPath(path));
    return path;
}

bool hasDevice()
{
    try {
        const auto devices = listDevices();
        return std::any_of(
            devices.begin(), devices.end(), [](const auto& device) { return device.isUsable; });
    } catch (const Error& error) {
        qWarning("no Vulkan device: %s", error.what());
        return false;
    }
}

} // namespace weightless::ui
