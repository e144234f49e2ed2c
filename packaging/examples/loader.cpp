// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A loader of one's own: weights that are no bytes anywhere, but a formula. It writes them straight into the
// memory that the device wants them in, slice by slice, so that a constant of any size takes no memory beside
// that.
#include <weightless/weightless.h>

#include <array>
#include <cstdio>
#include <vector>

using namespace weightless;

// What the constants' sources refer to. Element i is i.
class Ramp final : public ByteSource {
public:
    std::string name() const override { return "ramp"; }
    uint64_t sizeBytes() const override { return ~uint64_t {0}; }
    void readAt(uint64_t offset, std::span<std::byte> destination, const std::stop_token&) const override
    {
        const std::span<float> values(
            reinterpret_cast<float*>(destination.data()), destination.size() / sizeof(float));
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<float>(offset / sizeof(float) + i);
        }
    }
    void checkUnchanged() const override { }
};

class RampLoader final : public ExternalDataLoader {
    class Transfer final : public ExternalDataTransfer {
    public:
        void prepare(const ExternalTensor& tensor) override { m_tensors.push_back(tensor); }
        std::optional<size_t> load(const std::stop_token& stop) override
        {
            const ExternalTensor& tensor = m_tensors.at(m_done);
            const auto& range = std::get<ResourceRange>(tensor.constant->source.range);
            for (uint64_t at = 0; at < range.lengthBytes;) {
                const uint64_t size = std::min(range.lengthBytes - at, tensor.destination->maxSliceBytes());
                DestinationSlice slice = tensor.destination->slice(at, size, stop);
                range.resource->readAt(range.offsetBytes + at, slice.bytes(), stop);
                slice.commit();
                at += size;
            }
            return m_done++;
        }
        void finish() override { }
        void abort() noexcept override { }

    private:
        std::vector<ExternalTensor> m_tensors;
        size_t m_done = 0;
    };

public:
    std::string_view name() const override { return "ramp"; }
    bool canServe(const ConstantSource& source, MemoryKind) const override
    {
        const auto* range = std::get_if<ResourceRange>(&source.range);
        return range != nullptr && dynamic_cast<const Ramp*>(range->resource.get()) != nullptr;
    }
    std::unique_ptr<ExternalDataTransfer> begin(const std::shared_ptr<MemoryMeter>&) const override
    {
        return std::make_unique<Transfer>();
    }
};

int main()
{
    try {
        const auto context = Context::create();
        context->externalData().add(std::make_shared<RampLoader>());
        constexpr int64_t elements = 1'000'000;
        const auto ramp = std::make_shared<ConstantInfo>();
        ramp->name = "ramp";
        ramp->descriptor = {DataType::Float32, {elements}};
        ramp->sizeBytes = elements * sizeof(float);
        ramp->source.range = ResourceRange {std::make_shared<Ramp>(), 0, ramp->sizeBytes};

        GraphBuilder builder(context, 17);
        const Operand constant = builder.constant(ramp);
        const std::array outputs {
            std::pair(std::string("y"), builder.node("ReduceMax", {constant}, Attributes()))};
        const auto graph = builder.build(outputs);
        const auto job = graph->load();
        job->run();
        const auto y = context->createTensor(graph->outputs()[0].descriptor);
        context->dispatch(*graph, {}, {{"y", y}});
        std::printf("brought by the loader: %llu bytes, the largest element is %.0f\n",
            static_cast<unsigned long long>(job->report().bytesByLoader.at("ramp")),
            static_cast<double>(context->readTensor(*y).as<float>()[0]));
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
