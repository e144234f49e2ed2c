// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/helpdialogs.h"

#include "ui/style/screenroom.h"
#include "ui/window/icons.h"

#include <QAction>
#include <QDialog>
#include <QDialogButtonBox>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace weightless::ui {

namespace {

QString row(const QString& keys, const QString& text)
{
    return QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>")
        .arg(keys.toHtmlEscaped(), text.toHtmlEscaped());
}

QString menuRows(const QMenu& menu)
{
    QString rows;
    for (const QAction* action : menu.actions()) {
        if (action->menu())
            rows += menuRows(*action->menu());
        else if (!action->shortcut().isEmpty())
            rows += row(action->shortcut().toString(QKeySequence::NativeText),
                action->text().remove(QLatin1Char('&')));
    }
    return rows;
}

} // namespace

void HelpDialogs::showShortcuts(QMainWindow& window)
{
    QString text;
    for (const QAction* action : window.menuBar()->actions()) {
        const QString rows = action->menu() ? menuRows(*action->menu()) : QString();
        if (!rows.isEmpty())
            text += QStringLiteral("<h4>%1</h4><table>%2</table>")
                        .arg(action->text().remove(QLatin1Char('&')), rows);
    }
    const QString graph = row(tr("Enter, +, -"), tr("expand and collapse a scope"))
        + row(tr("Arrows"), tr("walk along edges and between neighbours; pan with Shift"))
        + row(tr("Alt+Up, Alt+Down"), tr("walk through the constants of a node"))
        + row(tr("Home"), tr("show the beginning")) + row(tr("Space"), tr("fit"))
        + row(tr("Ctrl++, Ctrl+-, Ctrl+0"), tr("zoom")) + row(tr("Escape"), tr("select nothing"));
    const QString chart = row(tr("Wheel, +, -"), tr("zoom in time"))
        + row(tr("Drag, Left, Right"), tr("move in time"))
        + row(tr("Double click, Home"), tr("show everything, live"));
    const QString timeline = row(tr("Left, Right, End"), tr("go from one step to the next, and to the last"))
        + row(tr("Wheel, +, -"), tr("zoom in time"))
        + row(tr("Drag, Shift+Left, Shift+Right"), tr("move in time"))
        + row(tr("Double click, Home"), tr("show everything")) + row(tr("Escape"), tr("select nothing"));
    text += QStringLiteral("<h4>%1</h4><table>%2</table>").arg(tr("Graph"), graph);
    text += QStringLiteral("<h4>%1</h4><table>%2</table>").arg(tr("Memory chart"), chart);
    text += QStringLiteral("<h4>%1</h4><table>%2</table>").arg(tr("Timeline of a run"), timeline);

    auto* dialog = new QDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keyboard Shortcuts"));
    resizeOnScreen(*dialog, {460, 560});
    auto* browser = new QTextBrowser(dialog);
    browser->setHtml(text);
    browser->setAccessibleName(tr("Keyboard shortcuts"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(browser);
    layout->addWidget(buttons);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    dialog->show();
}

void HelpDialogs::showAbout(QMainWindow& window)
{
    QMessageBox box(&window);
    box.setWindowTitle(tr("About Weightless"));
    box.setIconPixmap(programIcon().pixmap(64, 64));
    box.setText(QStringLiteral("<h3>Weightless %1</h3>").arg(QCoreApplication::applicationVersion()));
    box.setInformativeText(tr(
        "Opens ONNX models, loads their weights into a Vulkan device without a copy in CPU memory, and runs "
        "them.\n\nFree software under the GNU General Public License, version 3 or later. Built with Qt, "
        "QCustomPlot, ONNX, Protocol Buffers and Vulkan; set in Inter (SIL Open Font License)."));
    box.exec();
}

} // namespace weightless::ui
