// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "ui/compare/comparedialog.h"
#include "ui/dialogs/demodialog.h"
#include "ui/dialogs/savedialog.h"
#include "ui/preferences/preferencesdialog.h"
#include "ui/project/projectdialog.h"
#include "ui/text/text.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QInputDialog>
#include <QProgressDialog>
#include <QRegularExpression>

// What the main window asks in dialogs, and the windows beside it.
namespace weightless::ui {

void MainWindow::chooseModel()
{
    const QString folder = m_path.isEmpty() ? QString() : QFileInfo(m_path).absolutePath();
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a model"), folder, tr("ONNX models (*.onnx);;All files (*)"));
    if (!path.isEmpty())
        openModel(path);
}

void MainWindow::chooseUrl()
{
    const QString copied = QGuiApplication::clipboard()->text().trimmed();
    QInputDialog dialog(this);
    dialog.setWindowTitle(tr("Open a model from the web"));
    dialog.setLabelText(tr("Address of an ONNX model (http:// or https://):"));
    dialog.setTextValue(isWebAddress(copied) ? copied : QStringLiteral("https://"));
    dialog.resize(72 * fontMetrics().averageCharWidth(), dialog.sizeHint().height());
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString url = dialog.textValue().trimmed();
    if (url.isEmpty())
        return;
    if (isWebAddress(url)) {
        openModel(url);
        return;
    }
    report(warningOf(Task::Open, tr("%1 is no web address").arg(url),
        tr("Begin it with http:// or https://, or open a file with File > Open.")));
}

void MainWindow::choosePreferences()
{
    PreferencesDialog dialog(m_preferences, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    setPreferences(dialog.preferences());
    if (m_settings)
        m_preferences.write(*m_settings);
}

void MainWindow::setPreferences(const Preferences& preferences)
{
    m_preferences = preferences;
    m_controller->setKeptDownloads(preferences.keptDownloads());
}

void MainWindow::chooseProject()
{
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Open a folder of models"), m_path.isEmpty() ? QString() : QFileInfo(m_path).absolutePath());
    if (!folder.isEmpty())
        openProject(folder);
}

void MainWindow::openProject(const QString& folder)
{
    auto* dialog = new ProjectDialog(folder, m_controller->device(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ProjectDialog::modelRequested, this, &MainWindow::openModel);
    connect(dialog, &ProjectDialog::reported, this, &MainWindow::report);
    dialog->show();
}

void MainWindow::writeDemo(DemoPart part)
{
    if (m_controller->isWritingDemo())
        return;
    DemoDialog dialog(part, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    DemoRequest request {.part = part, .options = dialog.options(), .path = {}, .stop = {}};
    request.path = QFileDialog::getSaveFileName(this, tr("Write the demo model"),
        fromUtf8(demoPartName(part)) + QStringLiteral(".onnx"), tr("ONNX models (*.onnx)"));
    if (request.path.isEmpty())
        return;
    m_demoProgress =
        showProgress(tr("Writing %1…").arg(DemoDialog::title(part)), &EngineController::cancelDemo);
    m_controller->writeDemo(std::move(request));
}

QProgressDialog* MainWindow::showProgress(const QString& text, void (EngineController::*cancel)())
{
    auto* progress = new QProgressDialog(text, tr("Cancel"), 0, 1000, this);
    progress->setWindowModality(Qt::WindowModal);
    progress->setMinimumDuration(200);
    progress->setAutoReset(false);
    connect(progress, &QProgressDialog::canceled, m_controller, cancel);
    return progress;
}

void MainWindow::saveCopy()
{
    if (!m_controller->canSave())
        return;
    const ModelDocumentPtr document = m_controller->document();
    SaveDialog dialog(document, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QFileInfo source(fromPath(document->model.path));
    const QString proposal = source.dir().filePath(tr("%1-copy.onnx").arg(source.completeBaseName()));
    SaveRequest request {.options = dialog.options(), .path = {}, .stop = {}};
    request.path =
        QFileDialog::getSaveFileName(this, tr("Save a copy"), proposal, tr("ONNX models (*.onnx)"));
    if (request.path.isEmpty() || !m_controller->canSave())
        return;
    m_saveProgress =
        showProgress(tr("Saving %1…").arg(QFileInfo(request.path).fileName()), &EngineController::cancelSave);
    m_controller->saveModel(std::move(request));
}

void MainWindow::extractTensor(int row)
{
    const ModelDocumentPtr document = m_controller->document();
    if (!m_controller->canSave() || row < 0 || static_cast<size_t>(row) >= document->constants.size())
        return;
    const TensorRow& tensor = document->tensors[static_cast<size_t>(row)];
    QString name = tensor.name;
    name.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9._-]+")), QStringLiteral("_"));
    ExtractRequest request {
        .constant = document->constants[static_cast<size_t>(row)], .path = {}, .stop = {}};
    request.path = QFileDialog::getSaveFileName(this, tr("Extract %1").arg(tensor.name),
        name + QStringLiteral(".npy"), tr("NumPy arrays (*.npy);;ONNX tensors (*.pb)"));
    if (request.path.isEmpty() || !m_controller->canSave())
        return;
    m_saveProgress = showProgress(tr("Extracting %1…").arg(tensor.name), &EngineController::cancelSave);
    m_controller->extractTensor(std::move(request));
}

void MainWindow::endSave(const QString& path, bool isSaved)
{
    if (m_saveProgress)
        m_saveProgress->deleteLater();
    m_saveProgress = nullptr;
    if (isSaved)
        showSaved(path);
}

void MainWindow::compareModes()
{
    const ModelDocumentPtr& document = m_controller->document();
    if (!document)
        return;
    ComparisonRequest request;
    request.model = fromPath(document->model.path);
    request.device = m_controller->device();
    if (const BuiltGraphPtr& graph = m_controller->graph())
        request.freeDimensions = graph->freeDimensions;
    auto* dialog = new CompareDialog(std::move(request), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::endDemo(const QString& path, bool isWritten)
{
    if (m_demoProgress)
        m_demoProgress->deleteLater();
    m_demoProgress = nullptr;
    if (isWritten)
        openModel(path);
}

} // namespace weightless::ui
