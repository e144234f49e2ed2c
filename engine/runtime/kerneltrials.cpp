// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/kerneltrials.h"

#include "engine/base/error.h"
#include "engine/runtime/devicerecord.h"

#include <algorithm>
#include <utility>

namespace weightless {

namespace {

using Product = DeviceRates::Product;

void put(DeviceRates& rates, const Product& product)
{
    const auto found = std::ranges::find_if(rates.products,
        [&](const Product& each) { return each.kernel == product.kernel && each.type == product.type; });
    if (found != rates.products.end()) {
        *found = product;
    } else {
        rates.products.push_back(product);
    }
}

void remove(DeviceRates& rates, std::string_view kernel, DataType type)
{
    std::erase_if(
        rates.products, [&](const Product& each) { return each.kernel == kernel && each.type == type; });
}

} // namespace

KernelTrials::KernelTrials(std::filesystem::path folder, vulkan::DeviceInfo device, bool isKept, LogSink log)
    : m_folder(std::move(folder))
    , m_device(std::move(device))
    , m_isKept(isKept)
    , m_log(std::move(log))
    , m_former(keptRates(m_folder, m_device))
    , m_record(m_former.value_or(DeviceRates {}))
{
}

bool KernelTrials::hasFailed(std::string_view kernel, DataType type) const
{
    const Product* former = m_former ? findProduct(*m_former, kernel, type) : nullptr;
    return former != nullptr && former->hasFailed();
}

void KernelTrials::begin(std::string_view kernel, DataType type)
{
    put(m_record, failedKernel(kernel, type));
    write();
    m_isTrying = true;
}

void KernelTrials::judge(const Product& product)
{
    m_foundFailures = m_foundFailures || !product.isRight;
    if (!m_isKept && product.isRight) {
        giveUp(product.kernel, product.type);
        return;
    }
    put(m_record, product);
    noteJudged();
}

void KernelTrials::giveUp(std::string_view kernel, DataType type)
{
    const Product* former = m_former ? findProduct(*m_former, kernel, type) : nullptr;
    if (former != nullptr) {
        put(m_record, *former);
    } else {
        remove(m_record, kernel, type);
    }
    noteJudged();
}

void KernelTrials::drop(std::string_view kernel, DataType type)
{
    remove(m_record, kernel, type);
    noteJudged();
}

DeviceRates KernelTrials::record(const DeviceRates& measured) const
{
    DeviceRates record = measured;
    record.products = m_record.products;
    return record;
}

void KernelTrials::restore()
{
    DeviceRates restored = m_former.value_or(DeviceRates {});
    for (const Product& product : m_record.products) {
        if (!product.isRight) {
            put(restored, product);
        }
    }
    m_record = std::move(restored);
    if (m_isWritten) {
        write();
    }
}

void KernelTrials::noteJudged()
{
    if (m_isTrying) {
        m_isTrying = false;
        write();
    }
}

void KernelTrials::write()
{
    if (m_folder.empty()) {
        return;
    }
    if (!m_former && m_record.products.empty()) {
        forgetRates(m_folder, m_device);
        return;
    }
    try {
        keepRates(m_folder, m_device, m_record);
        m_isWritten = true;
    } catch (const Error& error) {
        logTo(m_log, LogLevel::Warning, error.message());
    }
}

DeviceRates::Product failedKernel(std::string_view kernel, DataType type)
{
    return {.kernel = std::string(kernel), .type = type, .isRight = false};
}

DeviceRates withoutMatrixUnits(DeviceRates rates)
{
    for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
        put(rates, failedKernel("matrix", type));
        put(rates, failedKernel("tiledmatrix", type));
    }
    for (const char* kernel : {"group", "imagematrix", "imagegroup"}) {
        put(rates, failedKernel(kernel, DataType::Float16));
    }
    return rates;
}

} // namespace weightless
