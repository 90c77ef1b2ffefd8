import { answerService } from '../../hojas/lector/main.ts';
import { OF_SEGUIMIENTO } from './columnas.ts';
import { createJudge, keptColumns } from './judge.ts';

// The process that reads sheets of follow-up.

answerService({ fields: OF_SEGUIMIENTO, createJudge, keptColumns });
