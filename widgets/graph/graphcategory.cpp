// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphdescription.h"

#include <QHash>
#include <QStringList>

namespace weightless::widgets {

namespace {

QHash<QString, QString> makeCategories()
{
    struct Row {
        QString category;
        QString operators;
    };
    const Row rows[] = {
        {QStringLiteral("convolution"),
            QStringLiteral(
                "Conv ConvTranspose ConvInteger QLinearConv DeformConv Col2Im Im2Col FusedConv NhwcConv")},
        {QStringLiteral("matmul"),
            QStringLiteral("MatMul Gemm MatMulInteger QLinearMatMul MatMulNBits FusedMatMul Einsum Attention "
                           "MultiHeadAttention GroupQueryAttention MoE QMoE RNN LSTM GRU")},
        {QStringLiteral("normalization"),
            QStringLiteral("BatchNormalization InstanceNormalization LayerNormalization GroupNormalization "
                           "GroupNorm SkipLayerNormalization SimplifiedLayerNormalization RMSNormalization "
                           "LpNormalization MeanVarianceNormalization LRN Softmax LogSoftmax")},
        {QStringLiteral("activation"),
            QStringLiteral(
                "Relu LeakyRelu PRelu Elu Selu Celu ThresholdedRelu Sigmoid HardSigmoid HardSwish Tanh "
                "Gelu FastGelu QuickGelu BiasGelu Mish Softplus Softsign Erf Swish Clip")},
        {QStringLiteral("elementwise"),
            QStringLiteral(
                "Add Sub Mul Div Pow Mod Sqrt Exp Log Abs Neg Sign Floor Ceil Round Reciprocal Sin Cos Tan "
                "Asin Acos Atan Sinh Cosh Asinh Acosh Atanh Min Max Sum Mean Where Equal Greater Less "
                "GreaterOrEqual LessOrEqual And Or Xor Not IsNaN IsInf Cast CastLike BitShift BitwiseAnd "
                "BitwiseOr BitwiseXor BitwiseNot")},
        {QStringLiteral("shape"),
            QStringLiteral(
                "Reshape Transpose Concat Split Slice Squeeze Unsqueeze Flatten Expand Tile Pad Gather "
                "GatherElements GatherND Scatter ScatterElements ScatterND Shape Size Constant "
                "ConstantOfShape Identity Range DepthToSpace SpaceToDepth Resize Upsample OneHot Trilu "
                "ReverseSequence EyeLike Dropout")},
        {QStringLiteral("reduction"),
            QStringLiteral(
                "ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd ReduceL1 ReduceL2 ReduceLogSum "
                "ReduceLogSumExp ReduceSumSquare ArgMax ArgMin TopK CumSum NonZero Unique "
                "NonMaxSuppression")},
        {QStringLiteral("pooling"),
            QStringLiteral(
                "MaxPool AveragePool GlobalAveragePool GlobalMaxPool LpPool GlobalLpPool MaxUnpool RoiAlign "
                "MaxRoiPool GridSample")},
        {QStringLiteral("quantization"),
            QStringLiteral("QuantizeLinear DequantizeLinear DynamicQuantizeLinear QLinearAdd QLinearMul")},
        {QStringLiteral("control"),
            QStringLiteral(
                "If Loop Scan SequenceConstruct SequenceAt SequenceInsert SequenceEmpty SequenceErase "
                "SequenceLength SequenceMap SplitToSequence ConcatFromSequence Optional OptionalGetElement "
                "OptionalHasElement")},
    };
    QHash<QString, QString> categories;
    for (const Row& row : rows) {
        const QStringList operators = row.operators.split(u' ');
        for (const QString& name : operators)
            categories.insert(name, row.category);
    }
    return categories;
}

} // namespace

QString graphCategory(const QString& opType)
{
    static const QHash<QString, QString> categories = makeCategories();
    return categories.value(opType, QStringLiteral("other"));
}

} // namespace weightless::widgets
