// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadingjob.h"
#include "engine/onnx/saver.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"
#include "engine/session/bodyvalue.h"
#include "engine/session/guessedsizes.h"
#include "engine/session/indexedtables.h"
#include "engine/session/kepttensors.h"
#include "engine/session/openedmodel.h"
#include "engine/session/requests.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless {

// One model on its way through the engine: open, build, load, feed, run, save. What every front end does,
// once. Steps may be repeated; one that replaces something drops what was made from it. One thread at a time,
// as for Context. Everything throws Error; a step that is asked for before the one it needs is InvalidState.
class Session {
public:
    explicit Session(std::shared_ptr<Context> context = nullptr);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // Takes the place of the model before, with its graph and tensors.
    void open(OpenedModel model) noexcept;
    void close() noexcept;
    [[nodiscard]] const std::shared_ptr<const Model>& model() const { return m_opened.model; } // null: none

    // The device that graphs are built for from now on; the graph and tensors of the one before go with it.
    void setContext(std::shared_ptr<Context> context) noexcept;
    [[nodiscard]] const std::shared_ptr<Context>& context() const { return m_context; }

    // The graph before is gone first, also when this one cannot be built. Errors as buildGraph(), and
    // InvalidArgument when a tensor of `fed` does not fit its input, another one or a size that was given; as
    // pictureSize() for pictures that shapes follow.
    // Where sizes were guessed, an InvalidArgument of this and of run() says which.
    void build(const GraphRequest& request = {});
    [[nodiscard]] bool hasGraph() const { return m_graph != nullptr; }
    // Outputs of the last run are there to be read: none has begun since, and failed.
    [[nodiscard]] bool hasOutputs() const { return m_hasRun; }
    [[nodiscard]] Graph& graph() const;
    // Every free dimension and the size that the graph was built with.
    [[nodiscard]] const std::map<std::string, int64_t>& dimensions() const { return m_dimensions; }

    // See Graph::load().
    [[nodiscard]] std::unique_ptr<LoadingJob> load(const LoadOptions& options = {});
    // All constants are hollow again, and no tensor of a run is left on the device.
    void unload();

    // Writes every input. Errors as makeInput() and Context::createTensor(), InvalidArgument for names that
    // are no input, and for values, unless they are random, that are no index of the constant from which they
    // choose (engine/session/indexedtables.h); the graph cannot be run then until it was fed. Inputs are made
    // before any is written, but for those beyond some hundred MiB: an error of one of them leaves what was
    // fed before.
    void feed(const Feeds& feeds = {});
    // The inputs are still those of the last run that ended.
    [[nodiscard]] bool hasInputsOfRun() const { return m_inputValues == InputValues::OfRun; }
    // Graph::compileKernels() for what was fed last; for what the graph was built with where nothing was.
    // A first run does so itself: this is for who has something else to do meanwhile. InvalidState without a
    // graph.
    std::shared_ptr<const KernelCompilation> compileKernels();
    // Runs what was fed last. The tensors are those of the last run where shapes allow. Errors as
    // Context::dispatch().
    [[nodiscard]] RunReport run(const RunOptions& options = {});
    // Graph::clampedConstants() of which nothing has told since the last load began: neither a run's report
    // nor this.
    [[nodiscard]] std::vector<ClampedConstant> untoldClamped();
    // An output that the last run left on the device. InvalidState when it is not there.
    [[nodiscard]] std::shared_ptr<const HostTensor> readOutput(const std::string& name);
    // What a value of the main graph is in a run of what the inputs are: an input as it was fed, an output or
    // anything between. What the last run left is read; otherwise the part of the model that leads to it is
    // planned, takes the weights that are loaded, and runs: that needs room for a second arena.
    // InvalidArgument as modelUpTo(). InvalidState before feed() or while constants are unset. Unsupported:
    // a sequence or an optional. Otherwise errors as build() and run(); Cancelled.
    [[nodiscard]] std::shared_ptr<const HostTensor> valueOf(
        const std::string& name, const std::stop_token& stop = {});
    // The same of a value in the bodies of control flow (engine/session/bodyvalue.h): as the last iteration
    // left it that reached it. InvalidState, too, where none did. Errors as modelWithBodyValue().
    [[nodiscard]] std::shared_ptr<const HostTensor> valueInside(
        const std::vector<BodyStep>& bodies, const std::string& name, const std::stop_token& stop = {});
    // What moved and was recorded since the last feed() began.
    [[nodiscard]] TransferCounts transfers() const;
    // Gives inputs and outputs on the device back.
    void clearTensors() noexcept;

    // onnx_io::saveModel() and extractTensor(): the structure comes from the model's origin, and the device
    // gives back the bytes of constants that are set and gone from there. `options` says the rest.
    // InvalidArgument, too, for a target that is a file of the model.
    [[nodiscard]] onnx_io::SaveReport save(
        const std::filesystem::path& path, onnx_io::SaveOptions options = {}) const;
    void extract(const std::filesystem::path& path, const ConstantInfo& constant,
        onnx_io::ExtractOptions options = {}) const;

private:
    enum class InputValues { None, Fed, OfRun }; // not all of them; of one feed(), which a run has taken

    void dropGraph() noexcept;
    [[nodiscard]] Context& device() const;
    [[nodiscard]] RunReport runFed(const RunOptions& options);
    [[nodiscard]] std::vector<GraphPort> outputPorts() const;
    [[nodiscard]] std::map<std::string, Shape> fedShapes() const;
    [[nodiscard]] std::vector<RunOutput> readOutputs(
        const std::map<std::string, HostValue>& opaque, const std::set<std::string>& deviceOutputs);
    // Outputs of a model that the session's own leads to, for what was fed last.
    void requireValues(const std::string& name) const;
    [[nodiscard]] std::map<std::string, std::shared_ptr<const HostTensor>> computed(
        const Model& part, const std::stop_token& stop);
    [[nodiscard]] onnx_io::ConstantBytes restorer() const;

    // In this order: each is made from those before it.
    OpenedModel m_opened;
    std::shared_ptr<Context> m_context;
    std::shared_ptr<Graph> m_graph;
    std::map<std::string, int64_t> m_dimensions;
    std::optional<DataType> m_weightsType; // as the graph was built
    GuessedSizes m_guessed; // of the graph
    std::map<std::string, IndexedTable> m_tables; // by input
    KeptTensors m_inputs, m_outputs;
    std::map<std::string, HostValue> m_values; // of inputs that no device holds
    InputValues m_inputValues = InputValues::None; // of m_inputs and m_values
    bool m_isFed = false; // the last feed() gave every input its values
    bool m_hasRun = false; // the outputs are those of a run
    // Names of weights of which a load or a run has told that values did not fit; none before the first run.
    std::optional<std::set<std::string>> m_toldClamped;
    TransferCounts m_transfersBefore; // the last feed
};

} // namespace weightless
