// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/attempts.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/http/httpstatus.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <string>

namespace weightless::http {

namespace {

// An attempt that brings less than this, and less than that part of what it was to bring, is not worth its
// connection: a byte at a time would be without end too.
constexpr uint64_t worthwhileBytes = 64 * KiB;
constexpr uint64_t worthwhilePart = 8;

// "the connection was lost (Recv failure, at byte 4096, 3 times in a row)".
std::string withFacts(std::string reason, uint64_t offsetBytes, unsigned failed)
{
    std::string facts = offsetBytes > 0 ? "at byte " + std::to_string(offsetBytes) : std::string();
    if (failed > 1)
        facts += (facts.empty() ? "" : ", ") + std::to_string(failed) + " times in a row";
    if (facts.empty())
        return reason;
    const bool hasBrackets = reason.ends_with(')');
    if (hasBrackets)
        reason.pop_back();
    return reason + (hasBrackets ? ", " : " (") + facts + ")";
}

} // namespace

void Attempts::began(uint64_t wantedBytes)
{
    m_wantedBytes = wantedBytes;
    m_broughtBytes = 0;
}

void Attempts::failed(
    const Url& url, const HttpFailure& failure, uint64_t offsetBytes, const std::stop_token& stop)
{
    const bool wasWorthwhile =
        m_broughtBytes >= worthwhileBytes || m_broughtBytes > m_wantedBytes / worthwhilePart;
    m_failed = wasWorthwhile ? 0 : m_failed + 1;
    const auto asked = failure.retryAfter.value_or(std::chrono::seconds(0));
    const bool asksTooMuch = asked > m_options.retryAfterLimit;
    if (!failure.isTransient || m_failed >= m_options.attemptLimit || asksTooMuch) {
        const std::string wait = asksTooMuch
            ? ", and asks to be left alone for " + std::to_string(asked.count()) + " seconds"
            : std::string();
        const std::string advice = failure.advice.empty() ? std::string() : "; " + failure.advice;
        throw readError(url, withFacts(failure.reason, offsetBytes, m_failed) + wait + advice);
    }
    const auto ownDelay = m_failed == 0 ? std::chrono::milliseconds(0)
                                        : m_options.retryDelay * (1u << std::min(m_failed - 1, 6u));
    const auto delay = std::max<std::chrono::milliseconds>(ownDelay, asked);
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    never.wait_for(lock, stop, delay, [] { return false; });
    if (stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Reading from the network was cancelled");
    }
}

} // namespace weightless::http
