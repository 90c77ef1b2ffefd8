import proj4 from 'proj4';
import { round } from '../../core/base/geo.ts';

/**
 * Returns a function that converts metres of a UTM zone in the northern half of the earth to degrees, WGS 84.
 *
 * @param zone its number
 */
export function createUtmConverter(zone: number): (metres: [number, number]) => [number, number] {
  const converter = proj4(`+proj=utm +zone=${zone} +datum=WGS84 +units=m`, 'EPSG:4326');
  return (metres) => {
    const [longitude, latitude] = converter.forward(metres);
    return [round(longitude), round(latitude)];
  };
}
