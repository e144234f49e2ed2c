// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"
#include "ui/text/problem.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace weightless::ui {

struct ModelDocument;

// Tells when a file of the model that is open was changed by someone else: written to, replaced, taken away,
// or put where there was none. Of weights that lie beside it, those of ModelDocument::dataFiles and
// missingFiles. A link is changed too when it leads to another file.
class ModelWatch : public QObject {
    Q_OBJECT

public:
    // Of all files together, compared with those that were read.
    enum class State {
        Same,
        Changed, // one is another file, and can be read
        Lost, // one cannot be looked at, as it is gone, say
    };

    explicit ModelWatch(QObject* parent = nullptr);

    // Watches these files from now on, and no others; of an address none.
    void watch(const ModelDocument& document);
    void watchNothing();
    // Why the model cannot be read again, as its file is gone, say; none: it can, or nothing is watched.
    [[nodiscard]] std::optional<Problem> obstacle() const;
    [[nodiscard]] State state() const;

signals:
    // The first of those that changed at once; `wasMissing`: when the model was read there was none, or what
    // was read has been away since. That has changed, too: loads refuse it until the model is read again, as
    // nobody can tell whether it was written to meanwhile.
    void changed(const QString& path, bool wasMissing);
    // Those that were read and are gone, which are others than before; none: all are there again.
    void lost(const QStringList& paths);

private:
    struct Watched {
        QString path; // where the model looks for it
        std::optional<FileIdentity> read; // when the model was; none: it was not there
        std::optional<FileIdentity> seen; // last
        bool isLost = false; // was read, and is told to be gone
    };

    void look();

    QFileSystemWatcher m_watcher;
    QTimer m_settling; // a file that is being written changes many times
    std::vector<Watched> m_files; // the model's own first
};

} // namespace weightless::ui
