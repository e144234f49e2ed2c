// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/folder/pipelinefolder.h"
#include "engine/diffusion/pipeline/generation.h"
#include "engine/diffusion/pipeline/pipelineshape.h"

#include <memory>
#include <stop_token>

namespace weightless::diffusion {

// Latents to pixels, by a decoder that is loaded.
class Decoding {
public:
    // The decoder's inputs for latents of this shape.
    [[nodiscard]] static std::map<std::string, TensorDescriptor> inputsFor(
        const PipelinePart& decoder, const TensorDescriptor& latents);

    // Unsupported where its output is no picture.
    Decoding(std::shared_ptr<Context> context, PipelinePart& decoder, const TensorDescriptor& latents,
        const LatentScaling& scaling);

    struct Decoded {
        RgbPicture picture;
        bool isFinite = true; // else parts of the picture mean nothing
    };
    [[nodiscard]] Decoded decode(const std::shared_ptr<Tensor>& latents, const std::stop_token& stop);

private:
    std::shared_ptr<Context> m_context;
    PipelinePart& m_decoder;
    std::string m_pictureName;
    NamedTensors m_inputs;
    NamedTensors m_outputs;
    std::shared_ptr<Graph> m_inputGraph;
    std::shared_ptr<Graph> m_pixelGraph;
    std::shared_ptr<Tensor> m_pixels;
    std::shared_ptr<Tensor> m_broken;
};

} // namespace weightless::diffusion
