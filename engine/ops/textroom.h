// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/hosttensor.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace weightless::ops {

// What the strings of one value may take, of which several live at once: operators that join and repeat
// strings double them in one node of a few bytes. All of a language's Wikipedia in one tensor is beyond what
// models are given; a picture (maxImagePixels) is as much.
inline constexpr uint64_t mostTextBytes = uint64_t {512} << 20;

// Counts the strings that a value is to have, each before it is made.
class TextRoom {
public:
    explicit TextRoom(const std::stop_token& stop = {})
        : m_stop(stop)
    {
    }

    // Unsupported when a string of this length is too much; Cancelled.
    void take(uint64_t lengthBytes)
    {
        if (m_stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "The run was cancelled");
        }
        const uint64_t room = mostTextBytes - m_takenBytes;
        if (lengthBytes > room || sizeof(std::string) > room - lengthBytes) {
            throw Error(ErrorKind::Unsupported,
                "the strings of its result take more than " + std::to_string(mostTextBytes >> 20)
                    + " MiB, the most that one value may have; give it fewer or shorter ones");
        }
        m_takenBytes += lengthBytes + sizeof(std::string);
    }

private:
    std::stop_token m_stop;
    uint64_t m_takenBytes = 0;
};

// The same for a value that is there: no other operator makes more of it then.
inline void checkText(const HostTensor& tensor)
{
    TextRoom room;
    for (const std::string& text : tensor.strings) {
        room.take(text.size());
    }
}

} // namespace weightless::ops
