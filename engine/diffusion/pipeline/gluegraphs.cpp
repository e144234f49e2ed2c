// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/gluegraphs.h"

#include "engine/diffusion/schedule/samplingplan.h"

#include <algorithm>
#include <array>
#include <utility>

namespace weightless::diffusion {

namespace {

// GraphBuilder with the few operators that the graphs here are made of.
class Glue {
public:
    explicit Glue(const std::shared_ptr<Context>& context)
        : m_builder(context)
    {
    }

    Operand input(const std::string& name, const TensorDescriptor& descriptor)
    {
        return m_builder.input(name, descriptor);
    }
    Operand number(float value)
    {
        const std::array<float, 1> values {value};
        return m_builder.constant({DataType::Float32, {1}}, std::as_bytes(std::span(values)));
    }
    // One for each channel of latents, or one for all.
    Operand channels(std::span<const float> values)
    {
        return m_builder.constant(
            {DataType::Float32, {static_cast<int64_t>(values.size()), 1, 1}}, std::as_bytes(values));
    }
    Operand sizes(std::initializer_list<int64_t> values)
    {
        return m_builder.constant({DataType::Int64, {static_cast<int64_t>(values.size())}},
            std::as_bytes(std::span(values.begin(), values.size())));
    }
    Operand multiply(const Operand& a, const Operand& b) { return m_builder.node("Mul", {a, b}); }
    Operand add(const Operand& a, const Operand& b) { return m_builder.node("Add", {a, b}); }
    Operand subtract(const Operand& a, const Operand& b) { return m_builder.node("Sub", {a, b}); }
    Operand cast(const Operand& value, DataType type)
    {
        if (value.type() == type) {
            return value;
        }
        return m_builder.node("Cast", {value}, withInt("to", static_cast<int64_t>(type)));
    }
    Operand concat(std::vector<Operand> values, int64_t axis)
    {
        if (values.size() == 1) {
            return values.front();
        }
        const std::vector<std::optional<Operand>> inputs(values.begin(), values.end());
        return m_builder.node("Concat", inputs, withInt("axis", axis)).front();
    }
    // Row `index` of the first axis, which stays with size 1.
    Operand row(const Operand& value, int64_t index)
    {
        if (value.shape().front() == 1) {
            return value;
        }
        return m_builder.node("Slice", {value, sizes({index}), sizes({index + 1}), sizes({0})});
    }
    Operand node(const char* type, std::initializer_list<Operand> inputs, const Attributes& attributes = {})
    {
        return m_builder.node(type, inputs, attributes);
    }
    std::vector<Operand> split(const Operand& value, size_t count)
    {
        const std::array<std::optional<Operand>, 1> inputs {value};
        return m_builder.node("Split", inputs, withInt("axis", 0), count);
    }
    std::shared_ptr<Graph> build(const std::vector<std::pair<std::string, Operand>>& outputs)
    {
        return m_builder.build(outputs);
    }

private:
    static Attributes withInt(const char* name, int64_t value)
    {
        Attributes attributes;
        attributes.set(name, value);
        return attributes;
    }

    GraphBuilder m_builder;
};

TensorDescriptor latentsOf(const DenoiserShape& denoiser, const RunShape& run)
{
    return {DataType::Float32, {1, denoiser.channels, run.latentHeight, run.latentWidth}};
}

// What the model answered, guided, in float32.
Operand guided(Glue& glue, const TensorDescriptor& answer, const RunShape& run, const Operand& guidance)
{
    std::vector<Operand> rows;
    for (int i = 0; i < run.runs(); ++i) {
        const Operand input = glue.input("answer" + std::to_string(i), answer);
        for (int64_t row = 0; row < run.rows; ++row) {
            rows.push_back(glue.cast(glue.row(input, row), DataType::Float32));
        }
    }
    if (!run.isGuided) {
        return rows.front();
    }
    return glue.add(rows[0], glue.multiply(guidance, glue.subtract(rows[1], rows[0])));
}

} // namespace

std::shared_ptr<Graph> scaleGraph(
    const std::shared_ptr<Context>& context, const DenoiserShape& denoiser, const RunShape& run)
{
    Glue glue(context);
    const Operand latents = glue.input("latents", latentsOf(denoiser, run));
    const Operand scale = glue.input("scale", {DataType::Float32, {1}});
    const Operand scaled = glue.cast(glue.multiply(latents, scale), denoiser.sampleType);
    const std::vector<Operand> rows(static_cast<size_t>(run.rows), scaled);
    return glue.build({{"sample", glue.concat(rows, 0)}});
}

std::shared_ptr<Graph> stepGraph(const std::shared_ptr<Context>& context, const TensorDescriptor& answer,
    const DenoiserShape& denoiser, const RunShape& run)
{
    Glue glue(context);
    const TensorDescriptor descriptor = latentsOf(denoiser, run);
    const std::vector<Operand> numbers =
        glue.split(glue.input("numbers", {DataType::Float32, {stepNumberCount}}), stepNumberCount);
    const auto of = [&](StepNumber number) { return numbers[static_cast<size_t>(number)]; };
    const std::vector<Operand> clean = glue.split(glue.input("cleanNumbers", {DataType::Float32, {2}}), 2);
    const Operand latents = glue.input("latents", descriptor);
    const Operand output = guided(glue, answer, run, of(StepNumber::Guidance));
    const auto combined = [&](const Operand& sampleNumber, const Operand& outputNumber) {
        return glue.add(glue.multiply(latents, sampleNumber), glue.multiply(output, outputNumber));
    };
    Operand next = combined(of(StepNumber::Sample), of(StepNumber::Output));
    constexpr std::array keptNumbers {StepNumber::Kept0, StepNumber::Kept1, StepNumber::Kept2};
    static_assert(keptNumbers.size() == keptCount);
    for (size_t i = 0; i < keptCount; ++i) {
        const Operand kept = glue.input("kept" + std::to_string(i), descriptor);
        next = glue.add(next, glue.multiply(kept, of(keptNumbers[i])));
    }
    const Operand noise = glue.input("noise", descriptor);
    next = glue.add(next, glue.multiply(noise, of(StepNumber::Noise)));
    return glue.build(
        {{"next", next}, {"keep", combined(of(StepNumber::KeptSample), of(StepNumber::KeptOutput))},
            {"clean", combined(clean[0], clean[1])}});
}

std::shared_ptr<Graph> textGraph(const std::shared_ptr<Context>& context,
    std::span<const EncodedText> encoders, DataType type, const RunShape& run, int runIndex, int zeroedPrompt)
{
    Glue glue(context);
    std::array<std::vector<Operand>, 2> prompts; // for each the encoders' rows
    const int firstPrompt = run.isGuided ? 0 : 1;
    for (size_t e = 0; e < encoders.size(); ++e) {
        const std::string name = std::to_string(e);
        std::optional<Operand> both;
        if (encoders[e].holdsBoth) {
            both = glue.input(name, encoders[e].descriptor);
        }
        for (int prompt = firstPrompt; prompt < 2; ++prompt) {
            const Operand single = both
                ? glue.row(*both, prompt)
                : glue.input(name + "_" + std::to_string(prompt), encoders[e].descriptor);
            prompts[static_cast<size_t>(prompt)].push_back(glue.cast(single, DataType::Float32));
        }
    }
    std::vector<Operand> rows;
    for (int64_t row = 0; row < run.rows; ++row) {
        const int prompt = run.promptOf(runIndex, row);
        const std::vector<Operand>& parts = prompts[static_cast<size_t>(prompt)];
        const Operand text = glue.concat(parts, static_cast<int64_t>(parts.front().shape().size()) - 1);
        rows.push_back(prompt == zeroedPrompt ? glue.multiply(text, glue.number(0)) : text);
    }
    // By the denoiser's type once all is one: a graph needs a node, and a copy is one where nothing changes.
    Operand text = glue.cast(glue.concat(rows, 0), type);
    return glue.build({{"text", glue.node("Identity", {text})}});
}

std::shared_ptr<Graph> decoderInputGraph(const std::shared_ptr<Context>& context,
    const TensorDescriptor& latents, const TensorDescriptor& input, const LatentScaling& scaling)
{
    Glue glue(context);
    std::vector<float> factors {static_cast<float>(1 / scaling.scale)};
    std::vector<float> shifts {static_cast<float>(scaling.shift)};
    if (!scaling.means.empty()) {
        const auto factorOf = [&](double deviation) { return static_cast<float>(deviation / scaling.scale); };
        const auto shiftOf = [&](double mean) { return static_cast<float>(mean + scaling.shift); };
        factors.resize(scaling.deviations.size());
        shifts.resize(scaling.means.size());
        std::ranges::transform(scaling.deviations, factors.begin(), factorOf);
        std::ranges::transform(scaling.means, shifts.begin(), shiftOf);
    }
    Operand value = glue.multiply(glue.input("latents", latents), glue.channels(factors));
    value = glue.add(value, glue.channels(shifts));
    const std::vector<Operand> rows(static_cast<size_t>(input.shape.front()), glue.cast(value, input.type));
    return glue.build({{"latent_sample", glue.concat(rows, 0)}});
}

std::shared_ptr<Graph> pixelGraph(const std::shared_ptr<Context>& context, const TensorDescriptor& picture)
{
    Glue glue(context);
    Operand value = glue.cast(glue.row(glue.input("picture", picture), 0), DataType::Float32);
    const Operand isBroken = glue.node("Or", {glue.node("IsNaN", {value}), glue.node("IsInf", {value})});
    Attributes lines;
    lines.set("axes", std::vector<int64_t> {0, 1, 3});
    lines.set("keepdims", int64_t {0});
    const Operand broken = glue.node("ReduceMax", {glue.cast(isBroken, DataType::Int32)}, lines);
    value = glue.add(glue.multiply(value, glue.number(127.5F)), glue.number(127.5F));
    const Operand low = glue.node("Squeeze", {glue.number(0), glue.sizes({0})});
    const Operand high = glue.node("Squeeze", {glue.number(255), glue.sizes({0})});
    value = glue.node("Round", {glue.node("Clip", {value, low, high})});
    Attributes order;
    order.set("perm", std::vector<int64_t> {0, 2, 3, 1});
    value = glue.cast(glue.node("Transpose", {value}, order), DataType::UInt8);
    return glue.build({{"pixels", glue.node("Squeeze", {value, glue.sizes({0})})}, {"broken", broken}});
}

} // namespace weightless::diffusion
