// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/kepttensors.h"

#include <map>

namespace weightless {

void KeptTensors::fit(Context& context, std::span<const GraphPort> ports)
{
    std::map<std::string, const TensorDescriptor*> wanted;
    for (const GraphPort& port : ports) {
        wanted.emplace(port.name, &port.descriptor);
    }
    std::erase_if(m_tensors, [&](const auto& entry) {
        const auto found = wanted.find(entry.first);
        const bool isKept = found != wanted.end()
            && (found->second->type == DataType::Undefined || *found->second == entry.second->descriptor());
        if (!isKept) {
            entry.second->destroy();
        }
        return !isKept;
    });
    for (const GraphPort& port : ports) {
        if (port.descriptor.type != DataType::Undefined && !m_tensors.contains(port.name)) {
            m_tensors.emplace(port.name, context.createTensor(port.descriptor));
        }
    }
}

std::shared_ptr<Tensor> KeptTensors::fit(
    Context& context, const std::string& name, const TensorDescriptor& descriptor)
{
    const auto found = m_tensors.find(name);
    if (found != m_tensors.end() && found->second->descriptor() == descriptor) {
        return found->second;
    }
    if (found != m_tensors.end()) {
        found->second->destroy();
        m_tensors.erase(found);
    }
    return m_tensors.emplace(name, context.createTensor(descriptor)).first->second;
}

std::shared_ptr<Tensor> KeptTensors::find(const std::string& name) const
{
    const auto found = m_tensors.find(name);
    return found == m_tensors.end() ? nullptr : found->second;
}

void KeptTensors::clear() noexcept
{
    for (const auto& [name, tensor] : m_tensors) {
        tensor->destroy();
    }
    m_tensors.clear();
}

} // namespace weightless
