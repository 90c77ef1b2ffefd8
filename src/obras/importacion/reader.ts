import { answerService } from '../../hojas/lector/main.ts';
import type { Catalogs } from './catalogs.ts';
import { OF_OBRAS } from './columnas.ts';
import { createJudge, type JudgeOptions, keptColumns } from './judge.ts';

// The process that reads sheets of obras.

answerService({
  fields: OF_OBRAS,
  createJudge: (headings, request: JudgeOptions & { catalogs: Catalogs }) =>
    createJudge(headings, request.catalogs, request),
  keptColumns,
});
