import { toPaperPicture } from '../../providers/pdf/paper-picture.ts';
import type { Block, PictureBlock } from './declaration-blocks.ts';

/** Returns the blocks with pictures that can be printed. A picture that can't be read stays as it is. */
export async function withPaperPictures(blocks: readonly Block[]): Promise<Block[]> {
  const done: Block[] = [];
  // One after the other, because unpacking a picture takes a hundred times its size.
  for (const block of blocks) done.push(await withPaperPicture(block));
  return done;
}

async function withPaperPicture(block: Block): Promise<Block> {
  if (block.kind === 'picture') return paperPicture(block);
  if (block.kind !== 'list') return block;
  const items = [];
  for (const item of block.items) items.push({ ...item, blocks: await withPaperPictures(item.blocks) });
  return { ...block, items };
}

async function paperPicture(block: PictureBlock): Promise<PictureBlock> {
  if (block.type !== 'image/gif' && block.type !== 'image/webp') return block;
  const picture = await toPaperPicture(block.content, block.type);
  return picture ? { ...block, ...picture } : block;
}
