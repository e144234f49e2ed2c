// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/decoding.h"

#include "engine/base/error.h"
#include "engine/diffusion/pipeline/gluegraphs.h"

#include <algorithm>

namespace weightless::diffusion {

namespace {

const ValueInfo& latentInput(const PipelinePart& decoder)
{
    return decoder.needInput({"latent_sample", "latents", "sample", "z"});
}

} // namespace

std::map<std::string, TensorDescriptor> Decoding::inputsFor(
    const PipelinePart& decoder, const TensorDescriptor& latents)
{
    const ValueInfo& input = latentInput(decoder);
    TensorDescriptor descriptor {input.type, latents.shape};
    descriptor.shape.front() = rowsOf(input);
    if (!isFloat(input.type) || descriptor.shape.front() < 1 || descriptor.shape.front() > 2) {
        throw Error(ErrorKind::Unsupported,
            "The " + decoder.role() + "'s input '" + input.name + "' is " + toString(descriptor)
                + ", no latents of one or two pictures");
    }
    return {{input.name, descriptor}};
}

Decoding::Decoding(std::shared_ptr<Context> context, PipelinePart& decoder, const TensorDescriptor& latents,
    const LatentScaling& scaling)
    : m_context(std::move(context))
    , m_decoder(decoder)
{
    const GraphPort& input = decoder.graph().inputs().front();
    const std::vector<GraphPort>& ports = decoder.graph().outputs();
    const auto picture = std::ranges::find_if(ports, [](const GraphPort& port) {
        const Shape& shape = port.descriptor.shape;
        return shape.size() == 4 && shape[0] >= 1 && shape[1] == 3 && isFloat(port.descriptor.type);
    });
    if (picture == ports.end()) {
        throw Error(ErrorKind::Unsupported,
            "The " + decoder.role() + " has no output of three colours ([batch, 3, height, width])");
    }
    m_pictureName = picture->name;
    m_inputGraph = decoderInputGraph(m_context, latents, input.descriptor, scaling);
    m_pixelGraph = pixelGraph(m_context, picture->descriptor);
    m_inputs[input.name] = m_context->createTensor(input.descriptor);
    m_outputs = decoder.makeOutputs();
    m_pixels = m_context->createTensor(m_pixelGraph->outputs().front().descriptor);
    m_broken = m_context->createTensor(m_pixelGraph->outputs().back().descriptor);
}

Decoding::Decoded Decoding::decode(const std::shared_ptr<Tensor>& latents, const std::stop_token& stop)
{
    m_context->dispatch(*m_inputGraph, {{"latents", latents}}, {{"latent_sample", m_inputs.begin()->second}});
    m_decoder.run(m_inputs, m_outputs, stop);
    m_context->dispatch(*m_pixelGraph, {{"picture", m_outputs.at(m_pictureName)}},
        {{"pixels", m_pixels}, {"broken", m_broken}});
    const HostTensor pixels = m_context->readTensor(*m_pixels);
    const Shape& shape = pixels.descriptor.shape;
    const std::span<const uint8_t> bytes = pixels.as<uint8_t>();
    const HostTensor broken = m_context->readTensor(*m_broken);
    const auto isZero = [](int32_t value) { return value == 0; };
    return {{shape[1], shape[0], {bytes.begin(), bytes.end()}},
        std::ranges::all_of(broken.as<int32_t>(), isZero)};
}

} // namespace weightless::diffusion
