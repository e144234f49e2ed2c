// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"
#include "engine/model/model.h"
#include "engine/runtime/graph.h"

#include <QFutureWatcher>
#include <QObject>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weightless::ui {

// What the files that inputs are filled from say of themselves: the heads of tensors, and of pictures what
// they begin with, read on another thread.
class InputFiles : public QObject {
    Q_OBJECT

public:
    explicit InputFiles(QObject* parent = nullptr);

    // Reads those that are chosen, anew where they were read before: they may have changed. Of pictures the
    // sizes too, where the inputs have a side that follows them once the sizes in `known` are decided.
    void read(const std::vector<ValueInfo>& inputs, const std::map<std::string, InputSource>& sources,
        const std::map<std::string, int64_t>& known);
    [[nodiscard]] bool isReading() const { return m_isReading; }
    // Why an input cannot be filled from its file; empty when it can, when it is filled from something else,
    // and as long as the file was not read.
    [[nodiscard]] QString problem(const GraphPort& input, const InputSource& source) const;
    // The sizes that tensors give free dimensions, by symbol. Of two that disagree the first counts.
    [[nodiscard]] std::map<std::string, int64_t> sizes(
        const std::vector<ValueInfo>& inputs, const std::map<std::string, InputSource>& sources) const;
    // Those of sides that follow a picture, and of what follows the number of texts, as long as they are not
    // in `known` (engine/session/followingside.h, sizesOfTexts()). nullopt: a picture was not read with them.
    [[nodiscard]] std::optional<std::map<std::string, int64_t>> followingSizes(
        const std::vector<ValueInfo>& inputs, const std::map<std::string, InputSource>& sources,
        const std::map<std::string, int64_t>& known) const;

signals:
    void wereRead();

private:
    struct Head {
        TensorDescriptor descriptor;
        std::optional<PictureSize> picture; // that was asked for
        QString problem; // why there is none
    };
    using Choice = std::pair<InputKind, std::filesystem::path>;
    using Heads = std::map<Choice, Head>;

    [[nodiscard]] static Head headOf(const Choice& file, bool isFollowed);

    Heads m_heads;
    QFutureWatcher<Heads> m_watcher;
    bool m_isReading = false;
};

} // namespace weightless::ui
