// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/preferencesdialog.h"

#include "engine/base/error.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <QtConcurrentRun>

namespace weightless::ui {

PreferencesDialog::PreferencesDialog(const Preferences& preferences, QWidget* parent)
    : QDialog(parent)
    , m_keeps(new QCheckBox(tr("&Keep what is downloaded"), this))
    , m_folder(new QLineEdit(preferences.downloadFolder, this))
    , m_choose(new QPushButton(tr("C&hoose…"), this))
    , m_use(new QLabel(this))
    , m_clear(new QPushButton(tr("C&lear"), this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Preferences"));
    m_keeps->setChecked(preferences.keepsDownloads);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeDownloads());
    layout->addStretch();
    layout->addWidget(m_buttons);
    connect(m_keeps, &QCheckBox::toggled, this, &PreferencesDialog::updateControls);
    connect(m_folder, &QLineEdit::textChanged, this, &PreferencesDialog::updateControls);
    connect(m_folder, &QLineEdit::editingFinished, this, &PreferencesDialog::count);
    connect(m_choose, &QPushButton::clicked, this, &PreferencesDialog::chooseFolder);
    connect(m_clear, &QPushButton::clicked, this, &PreferencesDialog::clearFolder);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &PreferencesDialog::showUse);
    for (QPushButton* button : {m_choose, m_clear})
        button->setAutoDefault(false);
    updateControls();
    count();
}

PreferencesDialog::~PreferencesDialog()
{
    m_watcher.waitForFinished();
}

QWidget* PreferencesDialog::makeDownloads()
{
    auto* box = new QGroupBox(tr("Models on servers"), this);
    auto* about = new QLabel(tr("A model that is opened again is then read from this machine, and only what "
                                "changed on the server, or was not received, is asked for."),
        box);
    about->setWordWrap(true);
    auto* form = new QFormLayout(box);
    form->addRow(m_keeps);
    form->addRow(about);
    auto* folderLabel = new QLabel(tr("&Folder:"), box);
    folderLabel->setBuddy(m_folder);
    form->addRow(folderLabel, makeFolderRow());
    form->addRow(tr("Size now:"), makeUseRow());
    return box;
}

QWidget* PreferencesDialog::makeFolderRow()
{
    m_folder->setMinimumWidth(48 * fontMetrics().averageCharWidth());
    m_folder->setAccessibleName(tr("Folder of downloads"));
    m_choose->setAccessibleName(tr("Choose the folder of downloads"));
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_folder, 1);
    layout->addWidget(m_choose);
    return row;
}

QWidget* PreferencesDialog::makeUseRow()
{
    m_use->setWordWrap(true);
    m_use->setAccessibleName(tr("Size of what is kept"));
    m_clear->setAccessibleName(tr("Remove what is kept"));
    m_clear->setToolTip(tr("Removes what was downloaded, and nothing else that is in the folder"));
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_use, 1);
    layout->addWidget(m_clear);
    return row;
}

Preferences PreferencesDialog::preferences() const
{
    Preferences preferences;
    preferences.keepsDownloads = m_keeps->isChecked();
    preferences.downloadFolder = m_folder->text().trimmed();
    if (preferences.downloadFolder.isEmpty())
        preferences.downloadFolder = Preferences::defaultDownloadFolder();
    return preferences;
}

void PreferencesDialog::chooseFolder()
{
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder of downloads"), preferences().downloadFolder);
    if (folder.isEmpty())
        return;
    m_folder->setText(QDir::toNativeSeparators(folder));
    count();
}

void PreferencesDialog::clearFolder()
{
    m_clear->setEnabled(false);
    m_use->setText(tr("removing…"));
    m_watcher.setFuture(QtConcurrent::run([folder = toPath(preferences().downloadFolder)] {
        FolderState state;
        try {
            http::clearCache(folder);
        } catch (const Error& error) {
            state.error = fromUtf8(error.message());
        }
        state.use = http::cacheUse(folder);
        return state;
    }));
}

// Only the newest answer counts: the watcher lets go of the one before.
void PreferencesDialog::count()
{
    m_watcher.setFuture(QtConcurrent::run([folder = toPath(preferences().downloadFolder)] {
        return FolderState {http::cacheUse(folder), {}};
    }));
}

void PreferencesDialog::showUse()
{
    const FolderState state = m_watcher.result();
    QString text = state.use.fileCount == 0
        ? tr("nothing")
        : tr("%1 in %Ln file(s)", nullptr, static_cast<int>(state.use.fileCount))
              .arg(widgets::formatBytes(static_cast<qint64>(state.use.sizeBytes)));
    if (!state.error.isEmpty())
        text += QLatin1Char('\n') + state.error;
    m_use->setText(text);
    m_clear->setEnabled(state.use.fileCount > 0);
}

// What is there can be seen and cleared without keeping more.
void PreferencesDialog::updateControls()
{
    const bool keeps = m_keeps->isChecked();
    m_folder->setEnabled(keeps);
    m_choose->setEnabled(keeps);
    const bool isUsable = !keeps || QDir::isAbsolutePath(preferences().downloadFolder);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(isUsable);
}

} // namespace weightless::ui
