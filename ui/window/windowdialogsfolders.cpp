// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The windows of folders, which stand beside the main window.
#include "ui/engine/partsjob.h"
#include "ui/generate/generatedialog.h"
#include "ui/generate/generatepage.h"
#include "ui/generate/rememberedforms.h"
#include "ui/project/projectdialog.h"
#include "ui/text/text.h"
#include "ui/window/windowdialogs.h"

#include <QFileInfo>

#include <algorithm>

namespace weightless::ui {

namespace {

void bringUp(QWidget& window)
{
    window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
    window.raise();
    window.activateWindow();
}

} // namespace

// They are nobody's children, and go while what they remember is still there. Of a window that goes nothing
// is told any more, nor written down.
WindowDialogs::~WindowDialogs()
{
    disconnect();
    m_forms->disconnect();
    for (const QPointer<ProjectDialog>& project : m_projects)
        delete project;
}

QList<ProjectDialog*> WindowDialogs::projects() const
{
    QList<ProjectDialog*> there;
    for (const QPointer<ProjectDialog>& project : m_projects) {
        if (project)
            there.append(project);
    }
    return there;
}

bool WindowDialogs::mayGo() const
{
    // A folder's window may go while another one's question stands.
    const QList<QPointer<ProjectDialog>> open = m_projects;
    return GenerateDialog::mayGoWith(m_window)
        && std::ranges::all_of(open, [](const QPointer<ProjectDialog>& project) {
               return !project || GenerateDialog::mayGoWith(*project);
           });
}

// Windows that are still seen when the program is to end are closed, and each could ask again and refuse.
void WindowDialogs::hideBeside()
{
    for (GenerateDialog* dialog : pictures())
        dialog->hide();
    for (ProjectDialog* project : projects())
        project->hide();
}

QList<GenerateDialog*> WindowDialogs::pictures() const
{
    QList<GenerateDialog*> there = m_window.findChildren<GenerateDialog*>(Qt::FindDirectChildrenOnly);
    for (const ProjectDialog* project : projects())
        there += project->findChildren<GenerateDialog*>(Qt::FindDirectChildrenOnly);
    return there;
}

widgets::MemorySample WindowDialogs::heldBeside() const
{
    widgets::MemorySample sum;
    const auto add = [&sum](const MemoryMeter* meter) {
        if (!meter)
            return;
        const widgets::MemorySample held = PartsJob::sampleOf(meter->snapshot(), 0);
        sum.cpuOverheadBytes += held.cpuOverheadBytes;
        sum.deviceWeightsBytes += held.deviceWeightsBytes;
        sum.devicePassingBytes += held.devicePassingBytes;
        sum.deviceActivationsBytes += held.deviceActivationsBytes;
        sum.stagingBytes += held.stagingBytes;
    };
    for (const ProjectDialog* project : projects())
        add(project->meter());
    for (const GenerateDialog* dialog : pictures())
        add(dialog->page().meter());
    return sum;
}

ProjectDialog& WindowDialogs::openProject(const QString& folder)
{
    const QString path = absolutePathText(folder); // "." says nothing in a title, nor another day
    for (ProjectDialog* open : projects()) {
        if (open->isVisible() && QFileInfo(open->folder()) == QFileInfo(path)) {
            bringUp(*open);
            open->readAgain();
            return *open;
        }
    }
    ProjectDialog& dialog = makeProject(path);
    dialog.show();
    return dialog;
}

// No child of the main window: that could not be brought before it. It does not keep the program from its
// end, either.
ProjectDialog& WindowDialogs::makeProject(const QString& path)
{
    auto* dialog = new ProjectDialog(path, m_controller.device(), m_forms);
    m_projects.removeIf([](const QPointer<ProjectDialog>& project) { return !project; });
    m_projects.append(dialog);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAttribute(Qt::WA_QuitOnClose, false);
    dialog->setWindowIcon(m_window.windowIcon());
    connect(dialog, &ProjectDialog::modelRequested, this, [this](const QString& model) {
        bringUp(m_window);
        emit openRequested(model);
    });
    connect(dialog, &ProjectDialog::reported, this, &WindowDialogs::reported);
    connect(dialog, &ProjectDialog::ended, dialog, [this, dialog, path] {
        if (dialog->isRead())
            emit projectOpened(path);
        else // there is nothing to show; why, was reported
            dialog->close();
    });
    return *dialog;
}

} // namespace weightless::ui
