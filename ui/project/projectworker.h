// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/folder/projectlayout.h"
#include "engine/session/session.h"
#include "ui/project/projectparts.h"
#include "ui/text/problem.h"

#include <QObject>

#include <optional>
#include <stop_token>

namespace weightless::ui {

// Lives on a thread of its own and owns the graphs of a project's parts on one device. Slots are requests,
// called through the event queue; each ends with finished() or failed(). Parts that cannot be read or planned
// are shown as unusable and left out of what follows.
class ProjectWorker : public QObject {
    Q_OBJECT

public:
    explicit ProjectWorker(std::optional<int> device, QObject* parent = nullptr);
    ~ProjectWorker() override;

public slots:
    // Reads every part hollowly and plans it.
    void open(const QString& folder, const std::stop_token& stop);
    // All parts, and they stay loaded. Of device memory their weights share `budget` bytes; 0: no limit.
    void loadAll(uint64_t budget, const std::stop_token& stop);
    // Each part in turn is loaded, run once with random inputs, and unloaded.
    void runInTurn(uint64_t budget, const std::stop_token& stop);
    void unloadAll();

signals:
    void opened(const std::shared_ptr<const weightless::ui::ProjectInfo>& project);
    void partChanged(int index, const weightless::ui::ProjectPartInfo& part);
    void phaseBegun(const QString& label);
    void finished();
    void failed(const weightless::ui::Problem& problem);
    void reported(const weightless::ui::Problem& problem); // a warning; from any thread

private:
    struct Part {
        ProjectPartInfo info;
        std::unique_ptr<Session> session; // null when it is unusable
    };

    template <typename Work>
    void guarded(Task task, Work&& work);

    Part makePart(const ProjectPart& part, const std::stop_token& stop);
    void plan(Part& part, const std::stop_token& stop);
    void load(size_t index, uint64_t budget, const std::stop_token& stop);
    void run(size_t index, const std::stop_token& stop);
    void unload(size_t index);
    void setState(size_t index, PartState state);

    std::optional<int> m_device;
    std::shared_ptr<Context> m_context;
    std::vector<Part> m_parts;
};

} // namespace weightless::ui
