// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/pipelinerun.h"

#include "engine/base/error.h"
#include "engine/diffusion/pipeline/decoding.h"
#include "engine/diffusion/pipeline/gluegraphs.h"
#include "engine/diffusion/pipeline/preview.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace weightless::diffusion {

namespace {

constexpr int64_t largestSide = 8192;
constexpr int64_t mostPictures = 1000;

void require(bool isTrue, const std::string& message)
{
    if (!isTrue) {
        throw Error(ErrorKind::InvalidArgument, message);
    }
}

// Stable Diffusion XL: its size and where it was cut from, as the picture is meant to look.
std::vector<double> timeIds(const GenerationRequest& request)
{
    const auto height = static_cast<double>(request.height);
    const auto width = static_cast<double>(request.width);
    return {height, width, 0, 0, height, width};
}

// LCM: guidance as a transformer's positions are embedded (Luo et al. 2023).
std::vector<double> guidanceEmbedding(double guidance, int64_t width)
{
    const int64_t half = width / 2;
    std::vector<double> values(static_cast<size_t>(width));
    for (int64_t i = 0; i < half; ++i) {
        const double place = half > 1 ? static_cast<double>(i) / static_cast<double>(half - 1) : 0;
        const double angle = (guidance - 1) * 1000 * std::exp(-std::log(10000.0) * place);
        values[static_cast<size_t>(i)] = std::sin(angle);
        values[static_cast<size_t>(half + i)] = std::cos(angle);
    }
    return values;
}

std::shared_ptr<Tensor> rowsOfNumbers(
    Context& context, const TensorDescriptor& descriptor, const std::vector<double>& row)
{
    HostTensor tensor = makeHostTensor(descriptor);
    const auto count = static_cast<size_t>(elementCount(descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        setElement(tensor, i, row[i % row.size()]);
    }
    std::shared_ptr<Tensor> result = context.createTensor(descriptor);
    context.writeTensor(*result, tensor.bytes);
    return result;
}

} // namespace

PipelineRun::PipelineRun(std::shared_ptr<Context> context, PipelineParts parts,
    const GenerationRequest& request, const GenerationObserver& observer, std::stop_token stop)
    : m_context(std::move(context))
    , m_parts(std::move(parts))
    , m_request(request)
    , m_observer(observer)
    , m_stop(std::move(stop))
    , m_plan(makeSamplingPlan(m_parts.folder.schedule, request.solver, request.steps))
{
    checkRequest();
    const PipelineEncoder& first = m_parts.encoders.front();
    const int64_t tokens = tokensOf(first.part, static_cast<int64_t>(first.tokenizer.length()));
    // LCM's models have guidance as an input; there is nothing to compare.
    const bool isGuided = request.guidance > 1 && !m_parts.shape.guidanceWidth;
    const int64_t pixels = m_parts.folder.pixelsPerLatent;
    m_shape = runShapeOf(m_parts.shape, request.height / pixels, request.width / pixels, tokens, isGuided);
}

void PipelineRun::checkRequest() const
{
    const int64_t pixels = m_parts.folder.pixelsPerLatent;
    for (const int64_t side : {m_request.width, m_request.height}) {
        require(side >= pixels && side <= largestSide && side % pixels == 0,
            "A picture's sides are multiples of " + std::to_string(pixels) + " up to "
                + std::to_string(largestSide) + ", not " + std::to_string(side));
    }
    require(m_request.count >= 1 && m_request.count <= mostPictures,
        "Between 1 and " + std::to_string(mostPictures) + " pictures are made at a time, not "
            + std::to_string(m_request.count));
    require(std::isfinite(m_request.guidance) && m_request.guidance >= 0 && m_request.guidance <= 1000,
        "Guidance is a number from 0 to 1000");
}

void PipelineRun::phase(
    GenerationPhase::Kind kind, const std::string& part, const std::function<void()>& work)
{
    GenerationPhase phase {kind, part};
    if (m_observer.onPhase) {
        m_observer.onPhase(phase);
    }
    MemoryMeter& meter = *m_context->meter();
    meter.resetPeaks();
    const double waitedBefore = m_context->transferCounts().kernelSeconds;
    const auto begin = std::chrono::steady_clock::now();
    work();
    m_context->waitIdle();
    phase.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    phase.compileSeconds = kind == GenerationPhase::Kind::Compile
        ? phase.seconds
        : m_context->transferCounts().kernelSeconds - waitedBefore;
    phase.deviceBytes = meter.devicePeak();
    phase.hostBytes = meter.hostOverheadPeak();
    m_report.phases.push_back(std::move(phase));
}

void PipelineRun::plan(PipelinePart& part, const std::map<std::string, TensorDescriptor>& inputs)
{
    if (!part.isBuilt(inputs, m_request.parts)) {
        phase(GenerationPhase::Kind::Plan, part.role(), [&] { part.build(inputs, m_request.parts, m_stop); });
    }
}

void PipelineRun::makeReady(PipelinePart& part, const std::map<std::string, TensorDescriptor>& inputs)
{
    plan(part, inputs);
    const auto kernels = part.compileKernels();
    if (!part.isLoaded()) {
        phase(GenerationPhase::Kind::Load, part.role(), [&] { part.load(m_stop, m_observer.onLoad); });
        tellClamped(part);
    }
    if (!kernels->progress().isDone()) {
        phase(GenerationPhase::Kind::Compile, part.role(),
            [&] { awaitKernels(*kernels, m_observer.onKernels, m_stop); });
    }
}

// The decoder's kernels are compiled while the denoiser runs.
void PipelineRun::prepareDecoder(const TensorDescriptor& latents)
{
    PipelinePart& decoder = m_parts.decoder;
    plan(decoder, Decoding::inputsFor(decoder, latents));
    static_cast<void>(decoder.compileKernels());
}

void PipelineRun::tellClamped(PipelinePart& part)
{
    const std::vector<ClampedConstant> clamped = part.untoldClamped();
    if (!clamped.empty() && m_observer.onWarning) {
        m_observer.onWarning("Weights of the " + part.role() + ": " + describe(clamped));
    }
}

// Of weights that came while it ran, under a device budget, it is known now whether they fitted.
void PipelineRun::giveBack(PipelinePart& part)
{
    tellClamped(part);
    if (m_request.inTurn) {
        part.release();
    }
}

std::shared_ptr<Tensor> PipelineRun::joined(
    const std::vector<EncodedPrompts>& texts, bool isPooled, DataType type, int runIndex) const
{
    std::vector<EncodedText> encoded;
    NamedTensors inputs;
    for (size_t e = 0; e < texts.size(); ++e) {
        const auto& tensors = isPooled ? texts[e].pooled : texts[e].hidden;
        const std::string name = std::to_string(e);
        encoded.push_back({tensors[1]->descriptor(), texts[e].holdsBoth});
        if (texts[e].holdsBoth) {
            inputs[name] = tensors[1];
            continue;
        }
        for (int prompt = m_shape.isGuided ? 0 : 1; prompt < 2; ++prompt) {
            inputs[name + "_" + std::to_string(prompt)] = tensors[static_cast<size_t>(prompt)];
        }
    }
    const bool isZeroed = m_parts.folder.zeroesEmptyNegative && m_request.negativePrompt.empty();
    const std::shared_ptr<Graph> graph =
        textGraph(m_context, encoded, type, m_shape, runIndex, isZeroed ? 0 : -1);
    std::shared_ptr<Tensor> text = m_context->createTensor(graph->outputs().front().descriptor);
    m_context->dispatch(*graph, inputs, {{"text", text}});
    m_context->waitIdle(); // the graph goes
    return text;
}

PipelineRun::Conditions PipelineRun::conditionsOf(const std::vector<EncodedPrompts>& texts) const
{
    Conditions conditions;
    const PipelinePart& denoiser = m_parts.denoiser;
    for (int run = 0; run < m_shape.runs(); ++run) {
        NamedTensors inputs;
        inputs[m_parts.shape.textName] = joined(texts, false, m_parts.shape.textType, run);
        if (m_parts.shape.takesPooledText) {
            if (!texts.back().pooled[1]) {
                throw Error(ErrorKind::Unsupported,
                    "The second text encoder gives no 'text_embeds' of two dimensions");
            }
            inputs["text_embeds"] = joined({texts.back()}, true, denoiser.input("text_embeds")->type, run);
        }
        conditions.push_back(std::move(inputs));
    }
    return conditions;
}

void PipelineRun::noteBrokenText(const PipelinePart& encoder, const EncodedPrompts& text)
{
    if (m_brokenEncoder != nullptr || !m_observer.onWarning) {
        return;
    }
    const bool isPooledUsed = m_parts.shape.takesPooledText && &encoder == &m_parts.encoders.back().part;
    if (!areFinite(*m_context, text.hidden) || (isPooledUsed && !areFinite(*m_context, text.pooled))) {
        m_brokenEncoder = &encoder;
    }
}

PipelineRun::Conditions PipelineRun::encode()
{
    std::vector<EncodedPrompts> texts;
    Conditions conditions;
    const bool isXl = m_parts.encoders.size() > 1;
    for (const PipelineEncoder& encoder : m_parts.encoders) {
        const auto length = static_cast<size_t>(m_shape.tokens);
        const PromptTokens tokens {encoder.tokenizer.tokenize(m_request.negativePrompt, length).ids,
            encoder.tokenizer.tokenize(m_request.prompt, length).ids};
        makeReady(encoder.part, encoderInputs(encoder.part, m_shape.tokens));
        phase(GenerationPhase::Kind::Text, encoder.part.role(), [&] {
            texts.push_back(encodePrompts(*m_context, encoder.part, tokens, m_shape.isGuided, isXl, m_stop));
            noteBrokenText(encoder.part, texts.back());
            if (texts.size() == m_parts.encoders.size()) {
                conditions = conditionsOf(texts);
            }
        });
        giveBack(encoder.part);
    }
    return conditions;
}

void PipelineRun::addSizes(NamedTensors& inputs) const
{
    if (m_parts.shape.takesPooledText) {
        inputs["time_ids"] = rowsOfNumbers(*m_context,
            {m_parts.denoiser.needInput({"time_ids"}).type, {m_shape.rows, 6}}, timeIds(m_request));
    }
}

void PipelineRun::addGuidance(NamedTensors& inputs) const
{
    if (const auto width = m_parts.shape.guidanceWidth) {
        inputs["timestep_cond"] =
            rowsOfNumbers(*m_context, {m_parts.denoiser.input("timestep_cond")->type, {m_shape.rows, *width}},
                guidanceEmbedding(m_request.guidance, *width));
    }
}

void PipelineRun::denoise(Denoising& denoising, int64_t picture)
{
    denoising.begin(m_plan, m_request.seed + static_cast<uint64_t>(picture));
    const auto total = static_cast<int64_t>(m_plan.steps.size());
    const auto showLatents = [&](int64_t step) {
        if (m_observer.onLatents) {
            m_observer.onLatents(picture, step, m_context->readTensor(*denoising.latents()));
        }
    };
    showLatents(0);
    for (int64_t i = 0; i < total; ++i) {
        if (m_observer.onStep) {
            m_observer.onStep(picture, i, total);
        }
        denoising.step(m_plan, static_cast<size_t>(i), m_stop);
        showLatents(i + 1);
        if (m_observer.onPreview) {
            const RgbPicture preview =
                previewOf(m_context->readTensor(*denoising.clean()), m_parts.encoders.size() > 1);
            if (!preview.pixels.empty()) {
                m_observer.onPreview(preview);
            }
        }
    }
    if (m_observer.onStep) {
        m_observer.onStep(picture, total, total);
    }
}

// The first part whose numbers left the range of floats is to blame; a decoder need not pass on what it got,
// and a denoiser may have no use for all that it gets of a text.
void PipelineRun::warnOfNumbers(const Tensor& latents, bool isFinite, uint64_t seed) const
{
    if (!m_observer.onWarning) {
        return;
    }
    const HostTensor values = m_context->readTensor(latents);
    const bool hasLatents =
        std::ranges::all_of(values.as<float>(), [](float value) { return std::isfinite(value); });
    if (isFinite && hasLatents) {
        return;
    }
    const PipelinePart& maker = m_brokenEncoder != nullptr ? *m_brokenEncoder : m_parts.denoiser;
    const PipelinePart& part = hasLatents ? m_parts.decoder : maker;
    std::string message = "The " + part.role()
        + " gave numbers that are infinite or none, so the picture of seed " + std::to_string(seed)
        + " is not what it should be";
    if (part.hasHalfWeights(m_request.parts)) {
        message += ": 16-bit floats may be too small for this model; with --weights-type fp32 (in the window "
                   "'Type of weights') it computes with 32 bits";
    }
    m_observer.onWarning(message);
}

void PipelineRun::decode(const std::shared_ptr<Tensor>& latents, uint64_t seed)
{
    PipelinePart& decoder = m_parts.decoder;
    makeReady(decoder, Decoding::inputsFor(decoder, latents->descriptor()));
    bool isFinite = true;
    phase(GenerationPhase::Kind::Decode, decoder.role(), [&] {
        Decoding decoding(m_context, decoder, latents->descriptor(), m_parts.folder.latentScaling);
        Decoding::Decoded decoded = decoding.decode(latents, m_stop);
        m_report.pictures.push_back({std::move(decoded.picture), seed});
        isFinite = decoded.isFinite;
    });
    const RgbPicture& picture = m_report.pictures.back().picture;
    if (picture.width != m_request.width || picture.height != m_request.height) {
        throw Error(ErrorKind::InvalidArgument,
            "The VAE decoder made " + std::to_string(picture.width) + " × " + std::to_string(picture.height)
                + " pixels of latents for " + std::to_string(m_request.width) + " × "
                + std::to_string(m_request.height) + ": its config.json does not tell its scale");
    }
    warnOfNumbers(*latents, isFinite, seed);
    if (m_observer.onPicture) {
        m_observer.onPicture(m_report.pictures.back());
    }
}

GenerationReport PipelineRun::run()
{
    Conditions conditions = encode();
    std::vector<std::shared_ptr<Tensor>> latents;
    {
        const Shape& text = conditions.front().at(m_parts.shape.textName)->descriptor().shape;
        const auto pooled = conditions.front().find("text_embeds");
        makeReady(m_parts.denoiser,
            denoiserInputs(m_parts.denoiser, m_parts.shape, m_shape, text.back(),
                pooled == conditions.front().end() ? 0 : pooled->second->descriptor().shape.back()));
        for (NamedTensors& inputs : conditions) {
            addSizes(inputs);
            addGuidance(inputs);
        }
        Denoising denoising(
            m_context, m_parts.denoiser, m_parts.shape, m_shape, std::move(conditions), m_request.guidance);
        prepareDecoder(denoising.latents()->descriptor());
        for (int64_t i = 0; i < m_request.count; ++i) {
            phase(GenerationPhase::Kind::Steps, m_parts.denoiser.role(), [&] {
                denoise(denoising, i);
                latents.push_back(denoising.takeLatents());
            });
            if (!m_request.inTurn) {
                decode(latents.back(), m_request.seed + static_cast<uint64_t>(i));
            }
        }
    }
    giveBack(m_parts.denoiser);
    if (m_request.inTurn) {
        for (size_t i = 0; i < latents.size(); ++i) {
            decode(latents[i], m_request.seed + i);
        }
    }
    giveBack(m_parts.decoder);
    return std::move(m_report);
}

} // namespace weightless::diffusion
