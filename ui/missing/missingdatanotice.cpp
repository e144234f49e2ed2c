// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/missing/missingdatanotice.h"

#include "ui/missing/missingfiles.h"
#include "ui/text/text.h"
#include "ui/window/noticebar.h"
#include "widgets/plaintext.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QWidget>
#include <QtConcurrentRun>

#include <algorithm>
#include <iterator>
#include <utility>

namespace weightless::ui {

namespace {

constexpr QLatin1String missingNotice("missing");
constexpr QLatin1String lostNotice("lost");

// As missingFilesOf() names it; empty: it is no file that could be put beside the model.
std::filesystem::path besideModel(const QString& file, const QString& model)
{
    const std::filesystem::path place = toPath(file).lexically_relative(toPath(model).parent_path());
    return file == model || (!place.empty() && *place.begin() == "..") ? std::filesystem::path() : place;
}

} // namespace

MissingDataNotice::MissingDataNotice(EngineController& controller, NoticeBar& notices, QWidget& window)
    : QObject(&window)
    , m_controller(controller)
    , m_notices(notices)
    , m_window(window)
{
    connect(
        &m_controller, &EngineController::modelOpened, this, [this] { lookAt(*m_controller.document()); });
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        m_missing = m_watcher.result();
        emit found(m_missing.empty() ? QString() : fromPath(m_missing.front()));
        post();
    });
}

void MissingDataNotice::lookAt(const ModelDocument& document)
{
    m_missing.clear();
    m_notices.withdraw(missingNotice);
    tellLost({});
    emit found({});
    m_concerned = static_cast<int>(std::count_if(document.tensors.begin(), document.tensors.end(),
        [](const TensorRow& tensor) { return !tensor.problem.isEmpty(); }));
    const QString path = fromPath(document.model.path);
    if (m_concerned == 0 || isWebAddress(path))
        return;
    // Only the newest answer counts: the watcher lets go of the one before.
    m_watcher.setFuture(QtConcurrent::run([model = toPath(path)] { return missingFilesOf(model); }));
}

void MissingDataNotice::tellLost(const QStringList& paths)
{
    m_notices.withdraw(lostNotice);
    m_lost = m_controller.document() ? paths : QStringList();
    if (!m_lost.isEmpty())
        postLost();
}

MissingDataNotice::Files MissingDataNotice::wanted() const
{
    Files files;
    for (const QString& lost : m_lost) {
        if (auto place = besideModel(lost, fromPath(m_controller.document()->model.path)); !place.empty())
            files.push_back(std::move(place));
    }
    std::ranges::copy_if(m_missing, std::back_inserter(files),
        [&](const auto& each) { return std::ranges::find(files, each) == files.end(); });
    return files;
}

// The first of them; the others' turn comes when it is found.
void MissingDataNotice::postLost()
{
    Notice notice {.id = lostNotice,
        .icon = QStringLiteral("warning"),
        .text = tr("%1 is no longer there.").arg(widgets::shownName(QFileInfo(m_lost.front()).fileName()))};
    if (!besideModel(m_lost.front(), fromPath(m_controller.document()->model.path)).empty()) {
        notice.actionText = tr("Locate…");
        notice.run = [this] { choose(); };
    }
    m_notices.post(std::move(notice));
}

void MissingDataNotice::post()
{
    if (!m_lost.isEmpty() && m_controller.document()) {
        postLost();
        return;
    }
    if (m_missing.empty() || !m_controller.document())
        return;
    const QString first = fromPath(m_missing.front());
    m_notices.post({.id = missingNotice,
        .icon = QStringLiteral("warning"),
        .text = m_missing.size() == 1
            ? tr("%Ln weight(s) need %1, which is not beside the model.", nullptr, m_concerned).arg(first)
            : tr("%Ln weight(s) need files that are not beside the model: %1 and %2 more.", nullptr,
                m_concerned)
                  .arg(first)
                  .arg(m_missing.size() - 1),
        .actionText = tr("Locate…"),
        .run = [this] { choose(); }});
}

void MissingDataNotice::choose()
{
    const Files files = m_controller.document() ? wanted() : Files();
    if (files.empty())
        return;
    const QString name = QFileInfo(fromPath(files.front())).fileName();
    const QString chosen = QFileDialog::getOpenFileName(&m_window, tr("Where is %1?").arg(name),
        QFileInfo(fromPath(m_controller.document()->model.path)).path(), tr("%1;;All files (*)").arg(name));
    if (chosen.isEmpty())
        post(); // it still is missing
    else
        locate(chosen);
}

void MissingDataNotice::locate(const QString& chosen)
{
    const Files files = m_controller.document() ? wanted() : Files();
    if (files.empty())
        return;
    const QStringList failures =
        linkMissingFiles(toPath(fromPath(m_controller.document()->model.path)), files, toPath(chosen));
    for (const QString& failure : failures)
        emit reported(problemOf(Task::Open, Error(ErrorKind::Io, toUtf8(failure))));
    if (failures.isEmpty())
        emit reloadRequested();
    else
        post();
}

} // namespace weightless::ui
