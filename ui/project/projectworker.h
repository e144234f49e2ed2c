// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/folder/projectlayout.h"
#include "engine/memory/memorymeter.h"
#include "engine/session/session.h"
#include "ui/engine/jobmoment.h"
#include "ui/project/projectparts.h"
#include "ui/text/problem.h"

#include <QObject>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

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
    // Reads every part hollowly and plans it. Where that fails there is what was opened before.
    void open(const QString& folder, const std::stop_token& stop);
    // The same unless the folder's files are as they were when it was opened last: then parts that could not
    // be used are tried again, and the others stay as they are. After a device was lost all are opened on it
    // anew.
    void openAgain(const QString& folder, const std::stop_token& stop);
    // All parts, and they stay loaded. As what follows it reads the folder first where that is another one by
    // now: opened() says so. Of device memory their weights share `budget` bytes; 0: no limit. What
    // is there with another limit is given back and loaded again.
    void loadAll(uint64_t budget, const std::stop_token& stop);
    // Each part in turn is loaded, run once with random inputs, and unloaded.
    void runInTurn(uint64_t budget, const std::stop_token& stop);
    void unloadAll();

signals:
    void opened(const std::shared_ptr<const weightless::ui::ProjectInfo>& project);
    // The same parts, as they are now, and what is free now.
    void refreshed(const std::shared_ptr<const weightless::ui::ProjectInfo>& project);
    void partChanged(int index, const weightless::ui::ProjectPartInfo& part);
    // What is no part of the job is given back: what the meter says is the job's from now on. With its
    // clock, which begins now and is held when the job ends, and with what is held at this moment. None where
    // it fails before that.
    void begun(const std::shared_ptr<const weightless::ui::LoadClock>& clock,
        const weightless::MemorySnapshot& held);
    void phaseBegun(const QString& label, const QString& sentence, const weightless::ui::JobMoment& moment);
    void phaseAdvanced(const QString& sentence); // how far it is
    void finished();
    void failed(const weightless::ui::Problem& problem);
    void reported(const weightless::ui::Problem& problem); // a warning; from any thread

private:
    struct Part {
        ProjectPart source;
        ProjectPartInfo info;
        std::unique_ptr<Session> session; // null when it is unusable
        bool hasLostDevice = false; // while it was made
    };

    // Of the files of a folder and of folders in it, but for pictures: how large each is, and when it was
    // written.
    using Stamp = std::map<std::filesystem::path, std::pair<uintmax_t, std::filesystem::file_time_type>>;

    void guarded(Task task, const std::function<void()>& work);
    void adviseReading(Problem& problem);
    [[nodiscard]] bool isHeld() const; // something of a part, on the device
    [[nodiscard]] static Stamp stampOf(const std::filesystem::path& folder);
    void refresh(const std::stop_token& stop);
    void read(const QString& folder, const std::stop_token& stop);
    // Where files are others than those that were opened, unless something of them is on the device; whether
    // they were.
    bool readIfChanged(const std::stop_token& stop);
    void readParts(const Project& project, const QString& folder, const std::stop_token& stop);
    Part makePart(
        const ProjectPart& part, const std::shared_ptr<Context>& context, const std::stop_token& stop);
    static void plan(Part& part, const std::shared_ptr<Context>& context, const std::stop_token& stop);
    void begin();
    void beginPhase(const QString& label, const QString& sentence);
    void holdClock();
    void load(size_t index, uint64_t budget, const std::stop_token& stop);
    void noteLoaded(size_t index, uint64_t budget);
    void compile(size_t index, const std::stop_token& stop);
    void run(size_t index, const std::stop_token& stop);
    void unload(size_t index);
    void settle(size_t index);
    void checkBudget(uint64_t budget) const;
    void setState(size_t index, PartState state);

    std::optional<int> m_device;
    std::shared_ptr<Context> m_context;
    std::shared_ptr<LoadClock> m_clock; // of the last job that has begun
    std::vector<Part> m_parts;
    ProjectInfo m_info; // as it was opened
    Stamp m_stamp; // of the folder that they are of
    bool m_isDeviceLost = false; // nothing works any more on the context's
    bool m_isLookingForModels = false; // nothing but the folder has been looked at
};

} // namespace weightless::ui
