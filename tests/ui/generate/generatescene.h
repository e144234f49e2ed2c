// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/demofolder.h"
#include "ui/generate/generateform.h"
#include "ui/generate/generatepage.h"

#include <QTest>

namespace weightless::ui {

// A folder whose pictures take seconds, and a page that makes them of it.

inline void writeSmallFolder(const QString& path)
{
    DemoOptions options;
    options.scale = 32;
    writeDemoFolder(options, path.toStdString());
}

inline void setSmall(GeneratePage& page)
{
    diffusion::GenerationRequest request = page.form().request();
    request.prompt = "a photo of a cat";
    request.steps = 2;
    request.width = 64;
    request.height = 64;
    page.form().setRequest(request);
}

inline constexpr int longMs = 300'000;

inline bool becomesIdle(GeneratePage& page)
{
    return QTest::qWaitFor([&] { return !page.isBusy(); }, longMs);
}

// Whether it ends.
inline bool generates(GeneratePage& page, bool isInTurn)
{
    diffusion::GenerationRequest request = page.form().request();
    request.inTurn = isInTurn;
    page.form().setRequest(request);
    page.generate();
    return becomesIdle(page);
}

} // namespace weightless::ui
