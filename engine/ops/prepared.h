// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <any>
#include <memory>
#include <mutex>
#include <type_traits>

namespace weightless::ops {

// What an operator of the CPU reads off its node's attributes, which never change: the first run makes it,
// and all others use it. Any thread. A copy of a node begins without.
class Prepared {
public:
    Prepared() = default;
    Prepared(const Prepared& /*other*/) { }
    Prepared& operator=(const Prepared& other)
    {
        if (this != &other) {
            const std::lock_guard lock(m_mutex);
            m_value.reset();
        }
        return *this;
    }
    ~Prepared() = default;

    // What `make` returns, or returned in an earlier call. Its errors leave nothing behind.
    template <typename Make>
    [[nodiscard]] auto get(const Make& make)
    {
        using Shared = std::shared_ptr<const std::invoke_result_t<Make>>;
        const std::lock_guard lock(m_mutex);
        if (const auto* known = std::any_cast<Shared>(&m_value)) {
            return *known;
        }
        Shared made = std::make_shared<const std::invoke_result_t<Make>>(make());
        m_value = made;
        return made;
    }

private:
    std::mutex m_mutex;
    std::any m_value;
};

} // namespace weightless::ops
