// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/denoising.h"

#include "engine/base/error.h"
#include "engine/diffusion/pipeline/gluegraphs.h"
#include "engine/diffusion/pipeline/randomnormal.h"

#include <algorithm>
#include <utility>

namespace weightless::diffusion {

namespace {

// The answer is the output of the sample's shape.
const GraphPort& answerPort(const PipelinePart& denoiser, const RunShape& run)
{
    const std::vector<GraphPort>& ports = denoiser.graph().outputs();
    const auto fits = [&](const GraphPort& port) {
        const Shape& shape = port.descriptor.shape;
        return shape.size() == 4 && shape[0] == run.rows && shape[2] == run.latentHeight
            && shape[3] == run.latentWidth && isFloat(port.descriptor.type);
    };
    const auto found = std::ranges::find_if(ports, fits);
    if (found == ports.end()) {
        throw Error(
            ErrorKind::Unsupported, "The " + denoiser.role() + " has no output of its sample's shape");
    }
    return *found;
}

} // namespace

Denoising::Denoising(std::shared_ptr<Context> context, PipelinePart& denoiser, DenoiserShape shape,
    RunShape run, std::vector<NamedTensors> text, double guidance)
    : m_context(std::move(context))
    , m_denoiser(denoiser)
    , m_shape(std::move(shape))
    , m_run(run)
    , m_inputs(std::move(text))
    , m_guidance(guidance)
{
    const GraphPort& answer = answerPort(denoiser, run);
    if (answer.descriptor.shape[1] != m_shape.channels) {
        throw Error(ErrorKind::Unsupported,
            "The " + denoiser.role() + " takes " + std::to_string(m_shape.channels) + " channels and gives "
                + std::to_string(answer.descriptor.shape[1]) + ": no denoiser of latents alone");
    }
    m_answerName = answer.name;
    m_scaleGraph = scaleGraph(m_context, m_shape, run);
    m_stepGraph = stepGraph(m_context, answer.descriptor, m_shape, run);
    const auto ofFloats = [&](int64_t count) {
        return m_context->createTensor({DataType::Float32, {count}});
    };
    m_scale = ofFloats(1);
    m_numbers = ofFloats(stepNumberCount);
    m_cleanNumbers = ofFloats(2);
    for (std::shared_ptr<Tensor>* const each : {&m_noise, &m_clean, &m_latents, &m_nextLatents}) {
        *each = makeLatents();
    }
    std::ranges::generate(m_kept, [this] { return makeLatents(); });
    const std::vector<GraphPort>& ports = denoiser.graph().inputs();
    const auto tensorFor = [&](const std::string& name) {
        return m_context->createTensor(std::ranges::find(ports, name, &GraphPort::name)->descriptor);
    };
    const std::shared_ptr<Tensor> sample = tensorFor(m_shape.sampleName);
    const std::shared_ptr<Tensor> time = tensorFor(m_shape.timestepName);
    for (NamedTensors& inputs : m_inputs) {
        inputs[m_shape.sampleName] = sample;
        inputs[m_shape.timestepName] = time;
        m_answers.push_back(denoiser.makeOutputs());
    }
}

std::shared_ptr<Tensor> Denoising::makeLatents() const
{
    return m_context->createTensor(
        {DataType::Float32, {1, m_shape.channels, m_run.latentHeight, m_run.latentWidth}});
}

std::shared_ptr<Tensor> Denoising::takeLatents()
{
    return std::exchange(m_latents, makeLatents());
}

void Denoising::writeFloats(Tensor& tensor, std::span<const float> values) const
{
    m_context->writeTensor(tensor, std::as_bytes(values));
}

void Denoising::writeNoise(uint64_t stream, double scale, Tensor& tensor) const
{
    std::vector<float> numbers(tensor.sizeBytes() / sizeof(float));
    fillNormal(m_seed, stream, numbers);
    for (float& number : numbers) {
        number = static_cast<float>(number * scale);
    }
    writeFloats(tensor, numbers);
}

void Denoising::writeTime(double timestep)
{
    Tensor& tensor = *m_inputs.front().at(m_shape.timestepName);
    HostTensor time = makeHostTensor(tensor.descriptor());
    const auto count = static_cast<size_t>(elementCount(time.descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        if (isFloat(time.descriptor.type)) {
            setElement(time, i, timestep);
        } else {
            setElement(time, i, static_cast<int64_t>(timestep));
        }
    }
    m_context->writeTensor(tensor, time.bytes);
}

void Denoising::begin(const SamplingPlan& plan, uint64_t seed)
{
    m_seed = seed;
    writeNoise(0, plan.initialScale, *m_latents);
    const std::vector<float> zeros(m_latents->sizeBytes() / sizeof(float));
    for (const std::shared_ptr<Tensor>& kept : m_kept) {
        writeFloats(*kept, zeros);
    }
    writeFloats(*m_noise, zeros);
}

void Denoising::step(const SamplingPlan& plan, size_t index, const std::stop_token& stop)
{
    const SamplingStep& step = plan.steps[index];
    const std::array<float, 1> scale {static_cast<float>(step.inputScale)};
    const std::array<float, 2> clean {
        static_cast<float>(step.cleanSample), static_cast<float>(step.cleanOutput)};
    std::array<float, stepNumberCount> numbers {};
    const auto set = [&](StepNumber number, double value) {
        numbers[static_cast<size_t>(number)] = static_cast<float>(value);
    };
    set(StepNumber::Guidance, m_guidance);
    set(StepNumber::Sample, step.sample);
    set(StepNumber::Output, step.output);
    set(StepNumber::Kept0, step.kept[0]);
    set(StepNumber::Kept1, step.kept[1]);
    set(StepNumber::Kept2, step.kept[2]);
    set(StepNumber::Noise, step.noise);
    set(StepNumber::KeptSample, step.keptSample);
    set(StepNumber::KeptOutput, step.keptOutput);
    writeFloats(*m_scale, scale);
    writeFloats(*m_numbers, numbers);
    writeFloats(*m_cleanNumbers, clean);
    writeTime(step.timestep);
    if (step.noise != 0) {
        writeNoise(index + 1, 1, *m_noise);
    }
    m_context->dispatch(*m_scaleGraph, {{"latents", m_latents}, {"scale", m_scale}},
        {{"sample", m_inputs.front().at(m_shape.sampleName)}});
    NamedTensors inputs {{"latents", m_latents}, {"numbers", m_numbers}, {"cleanNumbers", m_cleanNumbers},
        {"noise", m_noise}, {"kept0", m_kept[0]}, {"kept1", m_kept[1]}, {"kept2", m_kept[2]}};
    for (size_t run = 0; run < m_inputs.size(); ++run) {
        m_denoiser.run(m_inputs[run], m_answers[run], stop);
        inputs["answer" + std::to_string(run)] = m_answers[run].at(m_answerName);
    }
    m_context->dispatch(
        *m_stepGraph, inputs, {{"next", m_nextLatents}, {"keep", m_kept.back()}, {"clean", m_clean}});
    std::swap(m_latents, m_nextLatents);
    if (step.keeps()) {
        std::ranges::rotate(m_kept, m_kept.end() - 1);
    }
}

} // namespace weightless::diffusion
