// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowdialogs.h"

#include "engine/base/credentials.h"
#include "ui/compare/comparedialog.h"
#include "ui/compare/diffdialog.h"
#include "ui/dialogs/arenadialog.h"
#include "ui/dialogs/demodialog.h"
#include "ui/dialogs/filetosave.h"
#include "ui/dialogs/savedialog.h"
#include "ui/dialogs/urldialog.h"
#include "ui/document/modelfolder.h"
#include "ui/generate/generatedialog.h"
#include "ui/generate/rememberedforms.h"
#include "ui/help/devicedialog.h"
#include "ui/inspector/duplicatesdialog.h"
#include "ui/preferences/preferencesdialog.h"
#include "ui/text/text.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QProgressDialog>
#include <QRegularExpression>
#include <QSettings>

namespace weightless::ui {

namespace {

constexpr QLatin1String lastAddressKey("lastAddress");

// Names of tensors hold whatever their exporter liked.
QString fileNameOf(QString tensor)
{
    return tensor.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9._-]+")), QStringLiteral("_"));
}

// What may be written down: neither a password nor a query, which may be a key.
QString writtenAddress(const QString& address)
{
    return fromUtf8(withoutCredentials(toUtf8(address))).section(QLatin1Char('?'), 0, 0);
}

// None that is there: what lies in it is not replaced.
QString newFolderIn(const QString& place, const QString& name)
{
    QString path = QDir(place).filePath(name);
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = QDir(place).filePath(name + QLatin1Char('-') + QString::number(number));
    return path;
}

} // namespace

WindowDialogs::WindowDialogs(EngineController& controller, QWidget& window)
    : QObject(&window)
    , m_controller(controller)
    , m_window(window)
    , m_forms(new RememberedForms(this))
{
    connectProgress();
}

void WindowDialogs::connectProgress()
{
    const auto show = [](QProgressDialog* progress, qint64 done, qint64 total) {
        if (progress && total > 0)
            progress->setValue(static_cast<int>(done * 1000 / total));
    };
    const auto end = [](QPointer<QProgressDialog>& progress) {
        if (progress)
            progress->deleteLater();
        progress.clear();
    };
    connect(&m_controller.saving(), &EngineSaving::demoAdvanced, this,
        [this, show](qint64 done, qint64 total) { show(m_demoProgress, done, total); });
    connect(&m_controller.saving(), &EngineSaving::saveAdvanced, this,
        [this, show](qint64 done, qint64 total) { show(m_saveProgress, done, total); });
    connect(&m_controller.saving(), &EngineSaving::tensorAdvanced, this,
        [this, show](const QString& path, qint64 done, qint64 total) {
            if (!m_tensorProgress && done < total)
                m_tensorProgress = showProgress(
                    tr("Saving %1…").arg(QFileInfo(path).fileName()), &EngineSaving::cancelTensors);
            show(m_tensorProgress, done, total);
        });
    connect(&m_controller.saving(), &EngineSaving::tensorEnded, this, [this, end] { end(m_tensorProgress); });
    connect(&m_controller.saving(), &EngineSaving::demoEnded, this,
        [this, end](const QString& path, bool isWritten) {
            end(m_demoProgress);
            if (isWritten && QFileInfo(path).isDir())
                openProject(path);
            else if (isWritten)
                emit openRequested(path);
        });
    connect(&m_controller.saving(), &EngineSaving::saveEnded, this,
        [this, end](const QString& path, bool isSaved) {
            end(m_saveProgress);
            if (isSaved)
                emit saved(path);
        });
}

void WindowDialogs::chooseModel()
{
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Open a model"),
        modelFolder(m_controller.document()), tr("ONNX models (*.onnx);;All files (*)"));
    if (!path.isEmpty())
        emit openRequested(path);
}

void WindowDialogs::chooseUrl()
{
    UrlDialog dialog({QGuiApplication::clipboard()->text().trimmed(), m_lastAddress}, &m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    // Also one that cannot be opened: it is there to be mended.
    m_lastAddress = dialog.address();
    emit openRequested(dialog.address());
}

void WindowDialogs::restore(const QSettings& settings)
{
    m_lastAddress = settings.value(lastAddressKey).toString();
}

void WindowDialogs::save(QSettings& settings) const
{
    settings.setValue(lastAddressKey, writtenAddress(m_lastAddress));
}

void WindowDialogs::choosePreferences()
{
    std::vector<PreferredDevice> devices;
    for (const vulkan::DeviceInfo& device : m_controller.devices()->devices)
        devices.push_back(preferredDevice(device));
    PreferencesDialog dialog(m_preferences, devices, &m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    setPreferences(dialog.preferences());
    emit preferencesChosen(m_preferences);
}

void WindowDialogs::setPreferences(const Preferences& preferences)
{
    m_preferences = preferences;
    m_controller.setKeptDownloads(preferences.keptDownloads());
}

void WindowDialogs::chooseProject()
{
    const QString chosen = QFileDialog::getExistingDirectory(
        &m_window, tr("Open a folder of models"), modelFolder(m_controller.document()));
    if (!chosen.isEmpty())
        openProject(chosen);
}

void WindowDialogs::openPipeline(const QString& address)
{
    auto* dialog = new GenerateDialog(
        {address, m_preferences.keptDownloads()}, m_controller.device(), m_forms, &m_window);
    connect(dialog, &GenerateDialog::reported, this, &WindowDialogs::reported);
    dialog->show();
}

void WindowDialogs::chooseDemo(DemoChoice model)
{
    if (m_controller.saving().isWritingDemo())
        return;
    DemoDialog dialog(model, &m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const DemoRequest request {.model = model, .options = dialog.options(), .path = {}, .stop = {}};
    if (std::holds_alternative<DemoFolder>(model)) {
        const QString place = QFileDialog::getExistingDirectory(
            &m_window, tr("Where to make the demo folder"), modelFolder(m_controller.document()));
        if (!place.isEmpty())
            writeDemo(request, newFolderIn(place, DemoDialog::fileName(model)));
        return;
    }
    chooseFileToSave(&m_window, tr("Write the demo model"),
        proposedFile(m_controller.document(), DemoDialog::fileName(model)), tr("ONNX models (*.onnx)"),
        [this, request](const QString& path) { writeDemo(request, path); });
}

void WindowDialogs::writeDemo(DemoRequest request, const QString& path)
{
    if (m_controller.saving().isWritingDemo()) {
        reportUnsaved(Task::WriteDemo, path);
        return;
    }
    request.path = path;
    m_demoProgress =
        showProgress(tr("Writing %1…").arg(DemoDialog::title(request.model)), &EngineSaving::cancelDemo);
    m_controller.saving().writeDemo(std::move(request));
}

// What was there when the path was asked for may be gone by the time that it is known.
void WindowDialogs::reportUnsaved(Task task, const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    emit reported(m_controller.saving().isBusy()
            ? warningOf(task, tr("'%1' was not written, as another file is being written.").arg(name),
                tr("Save it again when that is done."))
            : warningOf(task, tr("'%1' was not written, as its model was closed meanwhile.").arg(name),
                tr("Open the model again and save it then.")));
}

QProgressDialog* WindowDialogs::showProgress(const QString& text, void (EngineSaving::*cancel)())
{
    auto* progress = new QProgressDialog(text, tr("Cancel"), 0, 1000, &m_window);
    progress->setWindowModality(Qt::WindowModal);
    progress->setMinimumDuration(200);
    progress->setAutoReset(false);
    connect(progress, &QProgressDialog::canceled, &m_controller.saving(), cancel);
    return progress;
}

void WindowDialogs::saveCopy()
{
    if (!m_controller.saving().canSave())
        return;
    const ModelDocumentPtr document = m_controller.document();
    SaveDialog dialog(document, &m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString name = QFileInfo(fromPath(document->model.path)).completeBaseName();
    const QString proposal = proposedFile(document, tr("%1-copy.onnx").arg(name));
    const SaveRequest request {
        .options = dialog.options(), .path = {}, .generation = document->generation, .stop = {}};
    chooseFileToSave(&m_window, tr("Save a copy"), proposal, tr("ONNX models (*.onnx)"),
        [this, request](const QString& path) { save(request, path); });
}

void WindowDialogs::save(SaveRequest request, const QString& path)
{
    if (!m_controller.saving().canSave()) {
        reportUnsaved(Task::SaveModel, path);
        return;
    }
    request.path = path;
    m_saveProgress =
        showProgress(tr("Saving %1…").arg(QFileInfo(path).fileName()), &EngineSaving::cancelSave);
    m_controller.saving().saveModel(std::move(request));
}

QString WindowDialogs::tensorTypes()
{
    return tr("NumPy arrays (*.npy);;ONNX tensors (*.pb);;Comma-separated values (*.csv)");
}

void WindowDialogs::saveValues(const std::shared_ptr<const HostTensor>& values, const QString& name)
{
    chooseFileToSave(&m_window, tr("Save %1").arg(name),
        proposedFile(m_controller.document(), fileNameOf(name)), tensorTypes(),
        [this, values, name](const QString& path) { m_controller.saving().saveTensor(values, name, path); });
}

void WindowDialogs::extractTensor(int row)
{
    const ModelDocumentPtr document = m_controller.document();
    if (!m_controller.saving().canSave() || row < 0 || static_cast<size_t>(row) >= document->constants.size())
        return;
    const TensorRow& tensor = document->tensors[static_cast<size_t>(row)];
    const ExtractRequest request {.constant = document->constants[static_cast<size_t>(row)],
        .path = {},
        .generation = document->generation,
        .stop = {}};
    chooseFileToSave(&m_window, tr("Extract %1").arg(tensor.name),
        proposedFile(document, fileNameOf(tensor.name)), tensorTypes(),
        [this, request, name = tensor.name](const QString& path) { extract(request, name, path); });
}

void WindowDialogs::extract(ExtractRequest request, const QString& name, const QString& path)
{
    if (!m_controller.saving().canSave()) {
        reportUnsaved(Task::Save, path);
        return;
    }
    request.path = path;
    m_saveProgress = showProgress(tr("Extracting %1…").arg(name), &EngineSaving::cancelSave);
    m_controller.saving().extractTensor(std::move(request));
}

void WindowDialogs::findDuplicates()
{
    const ModelDocumentPtr document = m_controller.document();
    if (!document)
        return;
    auto* dialog = new DuplicatesDialog(document, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DuplicatesDialog::tensorChosen, this, [this, document](int row) {
        if (document == m_controller.document())
            emit tensorChosen(row);
    });
    dialog->show();
}

void WindowDialogs::compareModels()
{
    const ModelDocumentPtr document = m_controller.document();
    if (!document)
        return;
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Compare with another model"),
        modelFolder(m_controller.document()), tr("ONNX models (*.onnx);;All files (*)"));
    if (path.isEmpty())
        return;
    auto* dialog = new DiffDialog(document, path, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void WindowDialogs::showArena()
{
    const BuiltGraphPtr& graph = m_controller.graph();
    if (!graph)
        return;
    SizedModel model {.model = m_controller.document()->owned,
        .device = m_controller.device(),
        .freeBytes = graph->prediction(LoadMode::Auto).freeDeviceBytes,
        .dimensions = graph->freeDimensions};
    auto* dialog = new ArenaDialog(graph->arena, std::move(model), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ArenaDialog::nodeChosen, this, &WindowDialogs::nodeChosen);
    dialog->show();
}

void WindowDialogs::showDevices()
{
    auto* dialog = new DeviceDialog(m_controller.device(), {}, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DeviceDialog::measured, &m_controller, &EngineController::renewContext);
    dialog->show();
}

void WindowDialogs::compareModes()
{
    const ModelDocumentPtr& document = m_controller.document();
    if (!document)
        return;
    ComparisonRequest request;
    request.model = fromPath(document->model.path);
    if (isWebAddress(request.model))
        request.secretAddress = document->secretPath;
    request.device = m_controller.device();
    if (const BuiltGraphPtr& graph = m_controller.graph())
        request.freeDimensions = graph->freeDimensions;
    auto* dialog = new CompareDialog(std::move(request), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

} // namespace weightless::ui
