// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/demofolder.h"
#include "engine/diffusion/pipeline/pipeline.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/temporaryfolder.h"

namespace weightless::testing {

inline DemoOptions smallest()
{
    DemoOptions options;
    options.scale = 32;
    options.type = DataType::Float32;
    return options;
}

// A picture of 64 × 64: latents of 8 × 8.
inline diffusion::GenerationRequest smallRequest(const diffusion::Pipeline& pipeline)
{
    diffusion::GenerationRequest request = pipeline.defaults();
    request.prompt = "a photo of a cat on the moon";
    request.steps = 3;
    request.width = 64;
    request.height = 64;
    return request;
}

// What tests of the smallest demo's folder derive from.
class GenerationTest : public ContextTest {
protected:
    void prepare() override { writeDemoFolder(smallest(), m_folder.path()); }
    // The demo with another file in it.
    void copyTo(const test::TemporaryFolder& folder) const
    {
        test::copyFolder(m_folder.path(), folder.path());
    }

    test::TemporaryFolder m_folder;
};

} // namespace weightless::testing
