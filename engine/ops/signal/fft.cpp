// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/signal/fft.h"

#include "engine/ops/kernels/fftbins.h"
#include "engine/ops/kernels/fftframes.h"
#include "engine/ops/kernels/fftpass.h"
#include "engine/ops/kernels/fftproduct.h"
#include "engine/ops/signal/radices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace weightless::ops::signal {

namespace {

struct FramesParameters {
    uint32_t count, firstLine, frames, inner, times, parts, hop, size, lineSize, available, hasWindow,
        isInverse, isHalf, hasChirp;
};
struct PassParameters {
    uint32_t count, size, stride;
};
struct ProductParameters {
    uint32_t count, lineSize;
};
struct BinsParameters {
    uint32_t count, firstLine, inner, bins, size, lineSize, isInverse, isHalf, hasChirp;
};

uint32_t narrow(int64_t value)
{
    return static_cast<uint32_t>(value);
}

void setTurn(HostTensor& pairs, int64_t place, int64_t part, int64_t whole)
{
    const double angle = 2 * std::numbers::pi * static_cast<double>(part) / static_cast<double>(whole);
    setElement(pairs, static_cast<size_t>(2 * place), std::cos(angle));
    // Half a turn is no number of a double: its sine would not be zero.
    setElement(pairs, static_cast<size_t>(2 * place + 1), 2 * part == whole ? 0.0 : std::sin(angle));
}

// n² / 2 size of a turn: nk = (n² + k² - (k - n)²) / 2 makes a convolution of a transform.
void setChirp(HostTensor& pairs, int64_t place, int64_t n, int64_t size)
{
    setTurn(pairs, place, n * n % (2 * size), 2 * size);
}

HostTensor chirpOf(DataType type, int64_t size)
{
    HostTensor chirp = makeHostTensor({type, {size, 2}});
    for (int64_t n = 0; n < size; ++n) {
        setChirp(chirp, n, n, size);
    }
    return chirp;
}

// The chirp, and from the end backwards the same: a convolution goes round. It is divided by the length, by
// which transforming forth and back multiplies: behind both, large numbers would have overflowed.
HostTensor chirpBothWays(DataType type, int64_t size, int64_t length)
{
    HostTensor chirp = makeHostTensor({type, {length, 2}});
    for (int64_t n = 0; n < size; ++n) {
        setChirp(chirp, n, n, size);
        setChirp(chirp, n == 0 ? 0 : length - n, n, size);
    }
    for (size_t i = 0; i < static_cast<size_t>(2 * length); ++i) {
        setElement(chirp, i, elementAsDouble(chirp, i) / static_cast<double>(length));
    }
    return chirp;
}

// The size that passes have: the transform's own, or that of the convolution which makes it.
int64_t lengthOf(const Transform& t)
{
    return radicesOf(t.size).empty() ? smoothSizeFrom(2 * t.size - 1) : t.size;
}

class Passes {
public:
    Passes(LoweringContext& context, const Transform& transform)
        : m_context(context)
        , m_t(transform)
        , m_x(context.input(0))
        , m_length(lengthOf(transform))
        , m_radices(radicesOf(m_length))
        , m_hasChirp(m_length != transform.size)
        , m_wide(wideType(m_x.type()))
        , m_turns(context.constant(turnsOf(m_wide, m_length)))
        , m_chirp(m_hasChirp ? context.constant(chirpOf(m_wide, transform.size)) : m_turns)
    {
    }

    void lower()
    {
        const int64_t lines = m_t.outer * m_t.frames * m_t.inner;
        const uint64_t lineBytes = static_cast<uint64_t>(m_length) * (m_wide == DataType::Float64 ? 16 : 8);
        const auto atOnce = static_cast<int64_t>(m_context.scratchBytes() / 2 / lineBytes);
        const int64_t most = std::clamp<int64_t>(atOnce, 1, lines);
        const Buffers buffers = makeBuffers(most);
        const TensorRef response = m_hasChirp ? responseOfChirp() : m_turns;
        for (int64_t first = 0; first < lines; first += most) {
            const int64_t count = std::min(most, lines - first);
            gather(first, count, buffers[0]);
            size_t holder = run(buffers, 0, count);
            if (m_hasChirp) {
                multiply(count, buffers[holder], response, buffers[1 - holder]);
                holder = run(buffers, 1 - holder, count);
            }
            scatter(first, count, buffers[holder]);
        }
    }

private:
    using Buffers = std::array<TensorRef, 2>; // each pass reads one and writes the other

    [[nodiscard]] Buffers makeBuffers(int64_t lines)
    {
        const TensorDescriptor descriptor {m_wide, {lines, m_length, 2}};
        return {m_context.temporary(descriptor), m_context.temporary(descriptor)};
    }

    // The transform of the chirp, which depends on nothing that a run brings.
    [[nodiscard]] TensorRef responseOfChirp()
    {
        const TensorRef chirp = m_context.constant(chirpBothWays(m_wide, m_t.size, m_length));
        const Buffers buffers = makeBuffers(1);
        pass(0, 1, 1, chirp, buffers[0]);
        return buffers[runFrom(1, m_radices.front(), buffers, 0, 1)];
    }

    // Which of the buffers holds the result.
    [[nodiscard]] size_t run(const Buffers& buffers, size_t holder, int64_t lines)
    {
        return runFrom(0, 1, buffers, holder, lines);
    }
    [[nodiscard]] size_t runFrom(
        size_t index, int64_t stride, const Buffers& buffers, size_t holder, int64_t lines)
    {
        for (; index < m_radices.size(); ++index) {
            pass(index, stride, lines, buffers[holder], buffers[1 - holder]);
            stride *= m_radices[index];
            holder = 1 - holder;
        }
        return holder;
    }

    void pass(size_t index, int64_t stride, int64_t lines, const TensorRef& from, const TensorRef& to)
    {
        const uint32_t radix = m_radices[index];
        const int64_t count = lines * m_length / radix;
        dispatch({.kernel = &kernels::fftpass().forTypes({m_wide}),
            .loopRounds = fewLoopRounds,
            .specialization = {radix},
            .bindings = {{from, Access::Read}, {m_turns, Access::Read}, {to, Access::Write}},
            .parameters = parameterBytes(PassParameters {narrow(count), narrow(m_length), narrow(stride)}),
            .groupCount = linearGroups(static_cast<uint64_t>(count)),
            .operations = static_cast<uint64_t>(count) * radix * (8 + 2 * radix)});
    }

    void gather(int64_t first, int64_t lines, const TensorRef& to)
    {
        const auto count = static_cast<uint64_t>(lines * m_length);
        const FramesParameters parameters {.count = static_cast<uint32_t>(count),
            .firstLine = narrow(first),
            .frames = narrow(m_t.frames),
            .inner = narrow(m_t.inner),
            .times = narrow(m_t.times),
            .parts = narrow(m_t.parts),
            .hop = narrow(std::min(m_t.hop, m_t.times)),
            .size = narrow(m_t.size),
            .lineSize = narrow(m_length),
            .available = narrow(m_t.available()),
            .hasWindow = m_t.window ? 1u : 0u,
            .isInverse = m_t.isInverse ? 1u : 0u,
            .isHalf = m_t.isHalf ? 1u : 0u,
            .hasChirp = m_hasChirp ? 1u : 0u};
        dispatch({.kernel = &kernels::fftframes().forTypes({m_x.type()}),
            .loopRounds = fewLoopRounds,
            .bindings = {{m_x, Access::Read}, {m_t.window ? m_context.input(*m_t.window) : m_x, Access::Read},
                {m_chirp, Access::Read}, {to, Access::Write}},
            .parameters = parameterBytes(parameters),
            .groupCount = linearGroups(count),
            .operations = 16 * count});
    }

    void multiply(int64_t lines, const TensorRef& from, const TensorRef& response, const TensorRef& to)
    {
        const auto count = static_cast<uint64_t>(lines * m_length);
        dispatch({.kernel = &kernels::fftproduct().forTypes({m_wide}),
            .loopRounds = fewLoopRounds,
            .bindings = {{from, Access::Read}, {response, Access::Read}, {to, Access::Write}},
            .parameters = parameterBytes(ProductParameters {static_cast<uint32_t>(count), narrow(m_length)}),
            .groupCount = linearGroups(count),
            .operations = 8 * count});
    }

    void scatter(int64_t first, int64_t lines, const TensorRef& from)
    {
        const auto count = static_cast<uint64_t>(lines * m_t.bins);
        const BinsParameters parameters {.count = static_cast<uint32_t>(count),
            .firstLine = narrow(first),
            .inner = narrow(m_t.inner),
            .bins = narrow(m_t.bins),
            .size = narrow(m_t.size),
            .lineSize = narrow(m_length),
            .isInverse = m_t.isInverse ? 1u : 0u,
            .isHalf = m_t.isHalf ? 1u : 0u,
            .hasChirp = m_hasChirp ? 1u : 0u};
        dispatch({.kernel = &kernels::fftbins().forTypes({m_x.type()}),
            .loopRounds = fewLoopRounds,
            .bindings = {{m_context.output(0), Access::Write}, {from, Access::Read}, {m_chirp, Access::Read}},
            .parameters = parameterBytes(parameters),
            .groupCount = linearGroups(count),
            .operations = 16 * count});
    }

    void dispatch(DispatchStep step) { m_context.dispatch(std::move(step)); }

    LoweringContext& m_context;
    const Transform& m_t;
    TensorRef m_x;
    int64_t m_length;
    std::vector<uint32_t> m_radices;
    bool m_hasChirp;
    DataType m_wide;
    TensorRef m_turns;
    TensorRef m_chirp; // bound in any case
};

} // namespace

HostTensor turnsOf(DataType type, int64_t size)
{
    HostTensor turns = makeHostTensor({type, {size, 2}});
    for (int64_t n = 0; n < size; ++n) {
        setTurn(turns, n, n, size);
    }
    return turns;
}

bool isFasterInPasses(const Transform& t)
{
    if (t.size < 2) {
        return false;
    }
    // In what a term of a sum takes, as measured on a software device.
    constexpr int64_t termsOfAPass = 2; // for each element
    constexpr int64_t termsOfALaunch = 4000;
    const int64_t length = lengthOf(t);
    const auto passes = static_cast<int64_t>(radicesOf(length).size());
    const int64_t launches = length == t.size ? passes + 2 : 2 * passes + 3;
    const int64_t lines = t.outer * t.frames * t.inner;
    const int64_t saved = t.bins * t.available() - length * launches * termsOfAPass; // in each line
    return saved > 0 && lines > launches * termsOfALaunch / saved;
}

void lowerInPasses(LoweringContext& context, const Transform& transform)
{
    Passes(context, transform).lower();
}

} // namespace weightless::ops::signal
