# SPDX-FileCopyrightText: 2026 The Weightless developers
# SPDX-License-Identifier: GPL-3.0-or-later

# From Qt 5's names to Qt 6's, in the sources of QtSvg.

# References to parts of strings became views, which know no string that they are of.
s/QXmlStreamStringRef/QString/g
s/QStringRef/QStringView/g
s/QStringView(\([A-Za-z.]*\)\.string(), [A-Za-z.]*\.position() + \([a-z0-9]*\), \([^()]*\))/\1.mid(\2, \3)/
s/QStringView(\([A-Za-z.]*\)\.string(), [A-Za-z.]*\.position(), \([^()]*\))/\1.mid(0, \2)/
s/QStringView \([a-zA-Z]*\)(\([A-Za-z.]*\)\.string(), [A-Za-z.]*\.position() + \([0-9]*\), [A-Za-z.]*\.length() - [0-9]*)/QStringView \1 = \2.mid(\3)/
s/str\.string()->constData() + str\.position()/str.constData()/
s/colorStrTr\.unicode()/colorStrTr.constData()/
s/QStringView(&\([a-z.]*\), \([a-z.0-9]*\), \([a-z.()]*\))/QStringView(\1).mid(\2, \3)/
s/QStringView ref(&name, 1, name\.length() - 1)/QStringView ref = QStringView(name).mid(1)/
s/QStringView str(&instr)/QStringView str(instr)/
s/QStringView(&\(str\|black\))/QStringView(\1)/
s/QString(name);/name.toString();/
s/QString(QStringView(\(.*\)));/QStringView(\1).toString();/
s/color\.midRef(1)/color.mid(1)/

# Numbers are no characters.
s/\(unicode = \)0;/\1QChar(0);/
s/(uncStr\.isEmpty()) ? 0 : /uncStr.isEmpty() ? QChar(0) : /
s/\*const_cast<QChar \*>(end) = 0;/*const_cast<QChar *>(end) = QChar(0);/

# Weights of fonts are those of CSS, streams write UTF-8, and matrices are transforms.
s/SVGToQtWeight(states\.fontWeight)/QFont::Weight(states.fontWeight)/
s/svgWeight \*= 10;/break;/
/setCodec(/d
/qtextcodec\.h/d
/QtGui\/qmatrix\.h/d
/QMatrix matrixForElement(const QString &id) const;/d
/^QMatrix QSvgRenderer::matrixForElement/,/^}/d

# Style sheets are asked for attributes by their selector.
s/QString attribute(NodePtr node, const QString &name) const override/QString attributeValue(NodePtr node, const QCss::AttributeSelector \&selector) const override/
/QString attributeValue(NodePtr node/,/^    }/s/^    {/    {\n        const QString \&name = selector.name;/

# What is not there has no character that could end it.
/^static qreal toDouble(const QStringView &str/,/^}/s/^{/{\n    if (str.isEmpty()) {\n        if (ok)\n            *ok = false;\n        return 0;\n    }/
