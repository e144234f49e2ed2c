// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/preferencesdialog.h"

#include "engine/base/error.h"
#include "ui/language/languages.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace weightless::ui {

PreferencesDialog::PreferencesDialog(
    const Preferences& preferences, std::vector<PreferredDevice> devices, QWidget* parent)
    : QDialog(parent)
    , m_language(new QComboBox(this))
    , m_appearance(new QComboBox(this))
    , m_fontPoints(new QSpinBox(this))
    , m_units(new QComboBox(this))
    , m_devices(std::move(devices))
    , m_device(new QComboBox(this))
    , m_direction(new QComboBox(this))
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
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(16);
    fillDevices(preferences);
    layout->addWidget(makeLook(preferences));
    layout->addWidget(makeGraph(preferences));
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

QWidget* PreferencesDialog::makeLook(const Preferences& preferences)
{
    auto* box = new QGroupBox(tr("Look"), this);
    m_language->addItem(tr("Like the system"), QString());
    for (const QString& language : languages()) {
        const QString name = nameOfLanguage(language);
        m_language->addItem(
            hasFontFor(language) ? name : tr("%1 (no font of this system has its letters)").arg(name),
            language);
    }
    m_language->setCurrentIndex(std::max(0, m_language->findData(preferences.language)));
    m_language->setToolTip(tr("Takes effect when Weightless is started again"));
    const std::pair<Appearance, QString> colours[] {{Appearance::System, tr("Like the system")},
        {Appearance::Light, tr("Light")}, {Appearance::Dark, tr("Dark")},
        {Appearance::HighContrast, tr("High contrast")}};
    for (const auto& [appearance, text] : colours)
        m_appearance->addItem(text, static_cast<int>(appearance));
    m_appearance->setCurrentIndex(m_appearance->findData(static_cast<int>(preferences.appearance)));
    m_fontPoints->setRange(7, 24); // the least stands for the desktop's own
    m_fontPoints->setSpecialValueText(tr("Like the system"));
    m_fontPoints->setSuffix(tr(" pt"));
    m_fontPoints->setValue(preferences.fontPoints);
    m_units->addItem(tr("KiB, MiB, GiB (1,024)"), static_cast<int>(widgets::ByteUnits::Binary));
    m_units->addItem(tr("kB, MB, GB (1,000)"), static_cast<int>(widgets::ByteUnits::Decimal));
    m_units->setCurrentIndex(m_units->findData(static_cast<int>(preferences.units)));
    auto* form = new QFormLayout(box);
    const auto addRow = [form, box](const QString& text, QWidget* field) {
        auto* label = new QLabel(text, box);
        label->setBuddy(field);
        QString name = text;
        field->setAccessibleName(name.remove(QLatin1Char('&')).remove(QLatin1Char(':')));
        form->addRow(label, field);
    };
    addRow(tr("L&anguage:"), m_language);
    // Said where it is chosen: the window stays as it is, and one would take that for a failure.
    auto* later = new QLabel(m_language->toolTip(), box);
    later->setObjectName(QStringLiteral("languageLater"));
    later->setWordWrap(true);
    later->hide();
    form->addRow(QString(), later);
    connect(m_language, &QComboBox::currentIndexChanged, later,
        [later, chosen = m_language->currentIndex()](int index) { later->setVisible(index != chosen); });
    addRow(tr("C&olours:"), m_appearance);
    addRow(tr("Text &size:"), m_fontPoints);
    addRow(tr("&Units of size:"), m_units);
    addRow(tr("&Device:"), m_device);
    return box;
}

// One that is not there now stays chosen: it may be plugged in again.
void PreferencesDialog::fillDevices(const Preferences& preferences)
{
    const PreferredDevice& wanted = preferences.device;
    QStringList titles {tr("The best one")};
    for (size_t i = 0; i < m_devices.size(); ++i) {
        const QString& name = m_devices[i].name;
        const bool isOnly = std::ranges::count(m_devices, name, &PreferredDevice::name) == 1;
        titles.append(isOnly ? name : QStringLiteral("%1: %2").arg(i).arg(name));
    }
    const auto found = findDevice(wanted, m_devices);
    size_t chosen = found ? *found + 1 : 0;
    m_devices.insert(m_devices.begin(), PreferredDevice());
    if (!wanted.name.isEmpty() && !found) {
        chosen = m_devices.size();
        m_devices.push_back(wanted);
        titles.append(tr("%1 (not there)").arg(wanted.name));
    }
    m_devices[chosen] = wanted;
    m_device->addItems(titles);
    m_device->setCurrentIndex(static_cast<int>(chosen));
    m_device->setToolTip(tr("What models are loaded into when the program starts"));
    // A driver's name must not widen the dialog.
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
}

QWidget* PreferencesDialog::makeGraph(const Preferences& preferences)
{
    using widgets::GraphOptions;
    auto* box = new QGroupBox(tr("Graph"), this);
    auto* layout = new QFormLayout(box);
    m_direction->addItem(tr("From top to bottom"), false);
    m_direction->addItem(tr("From left to right"), true);
    m_direction->setCurrentIndex(m_direction->findData(preferences.graph.isHorizontal));
    m_direction->setAccessibleName(tr("Direction"));
    auto* label = new QLabel(tr("D&irection:"), box);
    label->setBuddy(m_direction);
    layout->addRow(label, m_direction);
    const std::pair<QString, bool GraphOptions::*> checks[] {
        {tr("&Names of nodes"), &GraphOptions::showsNames},
        {tr("A&ttributes"), &GraphOptions::showsAttributes}, {tr("&Weights"), &GraphOptions::showsWeights},
        {tr("Arithmetic with shapes in one &box"), &GraphOptions::foldsPlumbing}};
    for (const auto& [text, option] : checks) {
        auto* check = new QCheckBox(text, box);
        check->setChecked(preferences.graph.*option);
        m_graphChecks.emplace_back(check, option);
        layout->addRow(check);
    }
    return box;
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
    preferences.language = m_language->currentData().toString();
    preferences.appearance = static_cast<Appearance>(m_appearance->currentData().toInt());
    preferences.fontPoints = m_fontPoints->value() == m_fontPoints->minimum() ? 0 : m_fontPoints->value();
    preferences.units = static_cast<widgets::ByteUnits>(m_units->currentData().toInt());
    preferences.device = m_devices[static_cast<size_t>(m_device->currentIndex())];
    preferences.graph.isHorizontal = m_direction->currentData().toBool();
    for (const auto& [check, option] : m_graphChecks)
        preferences.graph.*option = check->isChecked();
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
