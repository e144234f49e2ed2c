// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/propertiespage.h"

#include "ui/document/selection.h"
#include "ui/text/propertiestext.h"
#include "widgets/formatbytes.h"

#include <QScrollBar>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QUrl>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace weightless::ui {

PropertiesPage::PropertiesPage(Selection& selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_browser(new QTextBrowser(this))
{
    m_browser->setAccessibleName(tr("Properties of what is selected"));
    m_browser->setOpenLinks(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 8);
    m_browser->document()->setDocumentMargin(4);
    layout->addWidget(m_browser);
    connect(&m_selection, &Selection::changed, this, [this](const SelectedItem& item) { show(item); });
    connect(m_browser, &QTextBrowser::anchorClicked, this, &PropertiesPage::follow);
    connect(&m_watcher, &QFutureWatcher<Docs>::finished, this, [this] {
        m_docs.insert(m_askedKey, m_watcher.result());
        const QString asked = std::exchange(m_askedKey, QString());
        if (asked == m_shownKey) {
            if (const Docs& docs = m_docs[asked])
                appendDocs(*docs);
        } else if (m_selection.current().kind == SelectedItem::Kind::Node) {
            askForDocs(m_selection.current().index);
        }
    });
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, [this] {
        const int place = m_browser->verticalScrollBar()->value();
        show(m_selection.current());
        m_browser->verticalScrollBar()->setValue(place);
    });
    show({});
}

PropertiesPage::~PropertiesPage()
{
    m_watcher.waitForFinished();
}

void PropertiesPage::setDocument(ModelDocumentPtr document)
{
    m_document = std::move(document);
    m_shapes.clear();
    m_docs.clear(); // another opset, another text
    show({});
}

void PropertiesPage::setValueShapes(const QHash<QString, QString>& shapes)
{
    m_shapes = shapes;
    if (m_document && m_selection.current().kind == SelectedItem::Kind::Node)
        show(m_selection.current());
}

QString PropertiesPage::text() const
{
    return m_browser->toPlainText();
}

void PropertiesPage::show(const SelectedItem& item)
{
    m_shownKey.clear();
    if (!m_document) {
        m_browser->setHtml(QStringLiteral("<p>%1</p>").arg(tr("No model is open.")));
        return;
    }
    switch (item.kind) {
    case SelectedItem::Kind::None:
        m_browser->setHtml(PropertiesText::model(*m_document));
        break;
    case SelectedItem::Kind::Node:
        m_browser->setHtml(PropertiesText::node(*m_document, item.index, m_shapes));
        askForDocs(item.index);
        break;
    case SelectedItem::Kind::Tensor:
        m_browser->setHtml(PropertiesText::tensor(*m_document, item.index));
        break;
    case SelectedItem::Kind::Scope:
        m_browser->setHtml(PropertiesText::scope(*m_document, item.scope));
        break;
    }
}

void PropertiesPage::askForDocs(int node)
{
    if (!m_document->nodes[static_cast<size_t>(node)])
        return;
    const Node& entry = *m_document->nodes[static_cast<size_t>(node)];
    m_shownKey = QString::fromStdString(entry.domain + ":" + entry.opType);
    if (const auto known = m_docs.constFind(m_shownKey); known != m_docs.cend()) {
        if (*known)
            appendDocs(**known);
        return;
    }
    if (!m_askedKey.isEmpty())
        return; // asked again when the running look-up is done
    m_askedKey = m_shownKey;
    const auto domain = m_document->model.opsets.find(entry.domain);
    const int64_t opset =
        domain == m_document->model.opsets.end() ? m_document->model.opset() : domain->second;
    m_watcher.setFuture(QtConcurrent::run([type = entry.opType, domainName = entry.domain, opset]() -> Docs {
        return onnx_io::operatorDocs(type, domainName, opset);
    }));
}

void PropertiesPage::appendDocs(const onnx_io::OperatorDocs& docs)
{
    QTextDocument markdown;
    markdown.setDefaultFont(m_browser->font());
    // ONNX writes Tensor<float>, which would be HTML and take what follows along.
    markdown.setMarkdown(PropertiesText::documentation(docs),
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
            | QTextDocument::MarkdownNoHTML);
    QTextCursor cursor(m_browser->document());
    cursor.movePosition(QTextCursor::End);
    cursor.insertBlock();
    cursor.insertFragment(QTextDocumentFragment(&markdown));
}

void PropertiesPage::follow(const QUrl& url)
{
    bool isNumber = false;
    const int index = url.path().toInt(&isNumber);
    if (!isNumber || !m_document)
        return;
    if (url.scheme() == QStringLiteral("node") && static_cast<size_t>(index) < m_document->graph.nodes.size())
        m_selection.selectNode(index, this);
    else if (url.scheme() == QStringLiteral("tensor")
        && static_cast<size_t>(index) < m_document->tensors.size())
        m_selection.selectTensor(index, this);
}

} // namespace weightless::ui
