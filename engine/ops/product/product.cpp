// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/product.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/gemmgroup.h"
#include "engine/ops/kernels/gemmgroupstaged.h"
#include "engine/ops/kernels/gemmmatrix.h"
#include "engine/ops/kernels/gemmnumbers.h"
#include "engine/ops/kernels/gemmplain.h"
#include "engine/ops/kernels/gemmshared.h"
#include "engine/ops/kernels/gemmwide.h"
#include "engine/ops/kernels/imagegroup.h"
#include "engine/ops/kernels/imagematrix.h"
#include "engine/ops/kernels/imageshared.h"
#include "engine/ops/product/batches.h"
#include "engine/ops/product/deep.h"
#include "engine/ops/product/forced.h"
#include "engine/ops/product/grouptile.h"
#include "engine/ops/product/matrixtile.h"
#include "engine/ops/product/numbertile.h"
#include "engine/ops/product/parameters.h"
#include "engine/ops/product/sharedtile.h"
#include "engine/ops/product/split.h"
#include "engine/ops/product/vector.h"
#include "engine/ops/product/widetile.h"
#include "engine/ops/product/workgrid.h"

#include <algorithm>
#include <utility>

namespace weightless::ops::product {

namespace {

// Of doubles, or of integers, whose sums are of their own type.
bool isOfNumbers(const Product& p)
{
    return kernels::gemmnumbers().hasTypes({p.a.type()});
}

// A matrix in memory, which begins a row at every step.
bool isPlainMatrix(const Product& p)
{
    return !p.image && (p.transposedB || uint64_t(p.tapRows) * p.tapColumns == 1);
}

SecondOperand operandOf(const Product& p)
{
    return p.image ? SecondOperand::Image : isPlainMatrix(p) ? SecondOperand::Matrix : SecondOperand::Taps;
}

ProductKernel chosenKernel(const LoweringContext& context, const Product& p)
{
    const std::string forced = forcedKernel(context);
    const DataType type = p.a.type();
    const auto canBe = [&](ProductKernel kernel) {
        return p.blockedA && kernel != ProductKernel::Matrix && kernel != ProductKernel::Group ? false
            : kernel == ProductKernel::Shared ? canShareTiles(context.device())
                && kernels::gemmshared().hasTypes({type}) && !(p.image && isOfNumbers(p))
            : kernel == ProductKernel::Matrix ? canMultiplyMatrices(context.device(), type)
            : kernel == ProductKernel::Group
            ? operandOf(p) != SecondOperand::Taps && canHoldMatrices(context.device(), type)
            : kernel == ProductKernel::Vector ? canBeVector(context, p)
            : kernel == ProductKernel::Wide   ? kernels::gemmnumbers().hasTypes({type})
                || (canReadEights(context.device(), type) && kernels::gemmwide().hasTypes({type}))
                                            : true;
    };
    for (const ProductKernel kernel : {ProductKernel::Plain, ProductKernel::Shared, ProductKernel::Matrix,
             ProductKernel::Group, ProductKernel::Wide, ProductKernel::Vector}) {
        if (forced.starts_with(nameOf(kernel))) {
            if (!canBe(kernel)) {
                context.unsupported("the kernel '" + forced + "' cannot run this product on this device");
            }
            return kernel;
        }
    }
    if (suitsVector(context, p)) {
        return ProductKernel::Vector;
    }
    const DevicePolicy policy = devicePolicy(context.device());
    const ProductKernel large = largeProductFor(context.device(), type, operandOf(p));
    if (p.blockedA) {
        // However small, and whatever was measured since the filter was set.
        return canBe(large)                ? large
            : canBe(ProductKernel::Matrix) ? ProductKernel::Matrix
                                           : ProductKernel::Plain;
    }
    // Most of a tile would be empty.
    const bool isNarrow = isOfNumbers(p) && large == ProductKernel::Shared
        && std::min(p.rows, p.columns) <= policy.mostVectorRows;
    return multiplicationsOf(p) >= policy.fewestForLargeProduct && canBe(large) && !isNarrow
        ? large
        : ProductKernel::Plain;
}

// The edge that is asked for behind a kernel's name.
std::optional<uint32_t> forcedEdge(const LoweringContext& context)
{
    const std::string forced = forcedKernel(context);
    for (const uint32_t edge : {32u, 64u, 128u, 256u}) {
        if (forced.ends_with(std::to_string(edge))) {
            if (edge > 128 && !forced.starts_with(nameOf(ProductKernel::Group))) {
                context.unsupported("the kernel '" + forced + "' has no such tile");
            }
            return edge;
        }
    }
    return std::nullopt;
}

void layTiles(const LoweringContext& context, const Product& p, uint32_t tileRows, uint32_t tileColumns,
    ProductParameters& q, DispatchStep& step)
{
    const WorkGrid grid = workGridFor(
        ceilDivide(p.rows, tileRows), ceilDivide(p.columns, tileColumns), mostGroupsAcross(context));
    q.bands = grid.packed();
    step.groupCount[0] = grid.groupCount()[0];
    step.groupCount[1] = grid.groupCount()[1];
}

ProductSizes sizesOf(const Product& p)
{
    return {.rows = p.rows, .columns = p.columns, .batch = p.batchOuter * p.batchInner, .depth = p.depth};
}

// What kernels that read 16 bytes at a time know of an image.
void addConstantsOfImage(const ImageMatrix& image, bool isBlocked, DispatchStep& step)
{
    const bool hasEights = hasRowsOfEights(image) && (!isBlocked || hasPlanesOfEights(image));
    step.specialization.insert(step.specialization.end(), image.taps.begin(), image.taps.end());
    step.specialization.insert(step.specialization.end(), {hasEights ? 1u : 0u, isBlocked ? 1u : 0u});
}

// What the kernels of both tiles know of B beside the tile.
void addConstantsOfB(const Product& p, DispatchStep& step)
{
    if (p.image) {
        step.specialization.insert(step.specialization.end(), p.image->taps.begin(), p.image->taps.end());
    } else {
        step.specialization.push_back(isPlainMatrix(p) ? 0 : 1);
    }
}

// How often the product is split.
uint32_t shapeMatrix(
    const LoweringContext& context, const Product& p, ProductParameters& q, DispatchStep& step)
{
    const vulkan::DeviceTraits& device = context.device();
    const vulkan::MatrixUnits& units = matrixUnitsOf(device, p.a.type()).value();
    const auto [tile, splits] =
        matrixTileFor(device, units, sizesOf(p), splitsAllowed(context, p), forcedEdge(context));
    step.kernel = &(p.image ? kernels::imagematrix() : kernels::gemmmatrix()).forTypes({p.a.type()});
    step.specialization.insert(step.specialization.end(),
        {tile.subgroupsDown * tile.subgroupsAcross * units.subgroups.size, tile.edge, tile.edge,
            tile.subgroupsDown, tile.subgroupsAcross, units.rows, units.columns, units.depth});
    if (p.image) {
        addConstantsOfImage(*p.image, p.blockedA, step);
    } else {
        addConstantsOfB(p, step);
    }
    step.usesMatrixUnits = true;
    layTiles(context, p, tile.edge, tile.edge, q, step);
    return splits;
}

void shapeShared(const LoweringContext& context, const Product& p, ProductParameters& q, DispatchStep& step)
{
    const SharedTile tile = sharedTileFor(context.device(), sizesOf(p), forcedEdge(context),
        isOfNumbers(p) ? bitWidth(p.a.type()) / 8 : sizeof(float));
    step.kernel = &(p.image ? kernels::imageshared() : kernels::gemmshared()).forTypes({p.a.type()});
    step.specialization.insert(step.specialization.end(), {tile.invocations, tile.edge, tile.buffers});
    addConstantsOfB(p, step);
    layTiles(context, p, tile.edge, tile.edge, q, step);
}

uint32_t shapeGroup(
    const LoweringContext& context, const Product& p, ProductParameters& q, DispatchStep& step)
{
    const vulkan::DeviceTraits& device = context.device();
    const vulkan::GroupMatrices& matrices = device.groupMatrices.value();
    const GroupSteps steps = matrices.canFetch && !p.image ? GroupSteps::Fetched : GroupSteps::Shared;
    const auto [tile, splits] =
        groupTileFor(device, matrices, steps, sizesOf(p), splitsAllowed(context, p), forcedEdge(context));
    const KernelFamily& family = p.image ? kernels::imagegroup()
        : steps == GroupSteps::Fetched   ? kernels::gemmgroup()
                                         : kernels::gemmgroupstaged();
    step.kernel = &family.forTypes({p.a.type()});
    constexpr uint32_t workGroupScope = 2; // SPIR-V's numbers
    constexpr uint32_t subgroupScope = 3;
    step.specialization.insert(step.specialization.end(),
        {matrices.invocations, tile.rows, tile.columns, tile.stepDepth,
            matrices.isSubgroup ? subgroupScope : workGroupScope});
    if (p.image) {
        addConstantsOfImage(*p.image, p.blockedA, step);
    }
    step.usesMatrixUnits = true;
    layTiles(context, p, tile.rows, tile.columns, q, step);
    return splits;
}

bool isTooDeep(const LoweringContext& context, const Product& p)
{
    if (isDeep(context.device(), p) || !isDeepForOne(context.device(), p)) {
        return isDeep(context.device(), p);
    }
    // Tiles of other types are split.
    const ProductKernel kernel = chosenKernel(context, p);
    return kernel == ProductKernel::Plain || (kernel == ProductKernel::Shared && isOfNumbers(p));
}

void requireGroups(const LoweringContext& context, const Product& p, const DispatchStep& step)
{
    for (size_t axis = 0; axis < 3; ++axis) {
        if (step.groupCount[axis] > context.device().maxWorkGroupCount[axis]) {
            context.unsupported("a matrix product of " + std::to_string(p.batchOuter * p.batchInner) + " x "
                + std::to_string(p.rows) + " x " + std::to_string(p.columns)
                + " needs more work groups than the device takes");
        }
    }
}

} // namespace

Epilogue epilogueOf(const Attributes& attributes)
{
    const std::string name = attributes.stringOr("activation", "");
    Epilogue epilogue;
    epilogue.low = attributes.floatOr("activation_low", 0.0f);
    epilogue.high = attributes.floatOr("activation_high", 0.0f);
    constexpr std::array<std::string_view, 10> names {
        "", "Relu", "Clip", "Sigmoid", "Silu", "LeakyRelu", "Gelu", "GeluTanh", "HardSwish", "Tanh"};
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        throw Error(ErrorKind::InvalidArgument,
            "attribute 'activation' is '" + name
                + "', expected Relu, Clip, Sigmoid, Silu, LeakyRelu, Gelu, GeluTanh, HardSwish or Tanh");
    }
    epilogue.activation = static_cast<Activation>(found - names.begin());
    return epilogue;
}

void checkFactors(InferenceContext& context, size_t input, int64_t count)
{
    if (!context.hasInput(input)) {
        return;
    }
    const TensorDescriptor expected {DataType::Float32, {2, count}};
    if (context.input(input) != expected || context.type(0) == DataType::Float64) {
        context.fail("the factors are " + toString(context.input(input)) + ", expected " + toString(expected)
            + " beside " + toString(context.input(0)));
    }
    if (context.hasInput(2)) {
        context.fail("there are a bias and factors with sums, expected one of them");
    }
}

bool suitsImage(const LoweringContext& context, const Product& p)
{
    const std::string forced = context.attributes().stringOr(kernelAttribute, "");
    const bool isWanted =
        forced.empty() ? devicePolicy(context.device()).readsImages : forced.starts_with(imagePrefix);
    // What lies beside an image is read as an element of it.
    if (!isWanted || !p.image || p.b.elements() == 0 || !fitsKernels(*p.image)
        || isDeep(context.device(), p)) {
        return false;
    }
    const ProductKernel kernel = chosenKernel(context, p);
    return kernel == ProductKernel::Shared || kernel == ProductKernel::Matrix
        || kernel == ProductKernel::Group;
}

void dispatchProduct(LoweringContext& context, const Product& p)
{
    if (p.rows == 0 || p.columns == 0 || p.batchOuter * p.batchInner == 0) {
        return;
    }
    if (const auto row = asRow(context, p)) {
        dispatchProduct(context, *row);
        return;
    }
    if (isTooDeep(context, p)) {
        dispatchDeep(context, p);
        return;
    }
    if (hasManyMatrices(context.device(), p)) {
        for (const Product& part : partsOf(context, p)) {
            dispatchProduct(context, part);
        }
        return;
    }
    ProductParameters q = parametersOf(p);
    // The tiled kernels take at least 8 steps along the depth per round.
    DispatchStep step {.loopRounds = longLoopRounds(roundsOf(ceilDivide(p.depth, 8)))};
    step.specialization = {biasConstant(p), p.residual ? 1u : 0u,
        static_cast<uint32_t>(p.epilogue.activation), p.transposedB ? 1u : 0u};
    step.bindings = {{p.a}, {p.b}, {p.c, Access::Write}, {p.matrixOfB.value_or(p.bias.value_or(p.a))},
        {p.residual.value_or(p.a)}};
    const ProductKernel kernel = chosenKernel(context, p);
    uint32_t splits = 1;
    switch (kernel) {
    case ProductKernel::Wide:
        if (isOfNumbers(p)) {
            shapeNumbers(context, p, q, step);
        } else {
            shapeWide(context, p, q, step);
        }
        break;
    case ProductKernel::Matrix:
        splits = shapeMatrix(context, p, q, step);
        break;
    case ProductKernel::Group:
        splits = shapeGroup(context, p, q, step);
        break;
    case ProductKernel::Shared:
        shapeShared(context, p, q, step);
        break;
    case ProductKernel::Vector:
        shapeVector(context, p, q, step);
        break;
    case ProductKernel::Plain:
        step.kernel = &kernels::gemmplain().forTypes({p.a.type()});
        step.specialization.push_back(stepsAtOnce(context.device(), roundsOf(p.depth)));
        step.loopRounds = longLoopRounds(roundsOf(ceilDivide(p.depth, step.specialization.back())));
        step.groupCount = linearGroups(p.rows * p.columns);
        break;
    }
    step.groupCount[2] = narrowed(p.batchOuter * p.batchInner);
    step.operations =
        p.operations > 0 ? p.operations : 2 * p.rows * p.columns * p.depth * p.batchOuter * p.batchInner;
    step.parameters = parameterBytes(q);
    if (kernel == ProductKernel::Shared || kernel == ProductKernel::Vector) {
        splits = splitsOf(context, p, step.groupCount);
    }
    if (splits > 1) {
        dispatchSplit(context, p, std::move(step), splits);
        return;
    }
    requireGroups(context, p, step);
    context.dispatch(std::move(step));
}

} // namespace weightless::ops::product
